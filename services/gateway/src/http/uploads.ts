import { allEndpoints, type Upload } from '@linkway/contracts';
import { Admission, AppError } from '@linkway/platform';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A file is taken in place of JSON. */
    upload?: Upload;
  }
}

/** Files that are under way at once: each is held in memory, and a caller may have two of them. */
const BOUNDS = { atOnce: 16, queued: 16 };
/** Of one caller, since each costs more than any other request. */
const OFTEN = { max: 20, timeWindow: 10 * 60_000 };

/** Whether somebody is signed in whose request this is. */
type HasSession = (request: FastifyRequest) => Promise<boolean>;

/**
 * Of operations that take a file: before its first byte is read its type and size are looked at, its sender is known, and
 * there is a place for it. Comes before the limit of requests, which has one of its own for them.
 */
export function boundUploads(instance: FastifyInstance, hasSession: HasSession): void {
  const places = new Admission(BOUNDS);
  instance.addHook('onRoute', (route) => {
    const { upload } = route.config ?? {};
    if (!upload) return;
    route.bodyLimit = upload.maxBytes;
    route.config = { ...route.config, rateLimit: OFTEN };
    route.preParsing = async (request, reply, payload) => {
      refuse(request, reply, upload);
      if (!(await hasSession(request))) throw new AppError('auth.unauthenticated');
      const leave = await places.take(request.whom ?? null);
      if (reply.raw.closed) leave();
      else reply.raw.once('close', leave);
      return payload;
    };
  });
}

function refuse({ headers }: FastifyRequest, reply: FastifyReply, { types, maxBytes, refusals }: Upload): void {
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  const isPlain = (headers['content-encoding'] ?? 'identity') === 'identity';
  if (!types.includes(type.trim().toLowerCase()) || !isPlain) throw new AppError(refusals.type);
  if (Number(headers['content-length'] ?? 0) <= maxBytes) return;
  // What comes after it on this connection may be far away.
  void reply.header('connection', 'close');
  throw new AppError(refusals.size);
}

/** The bytes as they are, for those operations alone. */
export function acceptFiles(app: NestFastifyApplication): void {
  const types = new Set(allEndpoints.flatMap(({ upload }) => upload?.types ?? []));
  for (const type of types) {
    app.useBodyParser(type, {}, (request, body: Buffer, done) => {
      const { upload } = (request as unknown as FastifyRequest).routeOptions.config;
      if (upload) done(null, body);
      else done(new AppError('request.unsupported_media_type'));
    });
  }
}
