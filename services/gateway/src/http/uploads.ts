import { allEndpoints, type ErrorCode, type Upload } from '@linkway/contracts';
import { Admission, AppError } from '@linkway/platform';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A file is taken in place of JSON. */
    upload?: Upload;
  }
}

/** Files that are under way at once: each is held in memory, and a caller may have two of them. */
const BOUNDS = { atOnce: 16, queued: 16 };
/** Of one caller within a while: files that are kept or worked on, since each costs more than any other request; */
const MOST_KEPT = 20;
/** and those of which nothing is kept. Reading one takes some time of the processor all the same. */
const MOST_CHECKED = 60;
const WINDOW_MS = 10 * 60_000;

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
    const max = (request: FastifyRequest) => (isCheck(request) ? MOST_CHECKED : MOST_KEPT);
    route.config = { ...route.config, rateLimit: { max, timeWindow: WINDOW_MS } };
    route.preParsing = async (request, reply, payload) => {
      const refusal = refusalOf(request, upload);
      // What comes after it on this connection may be far away.
      if (refusal === upload.refusals.size) void reply.header('connection', 'close');
      if (refusal !== null) throw new AppError(refusal);
      if (!(await hasSession(request))) throw new AppError('auth.unauthenticated');
      const leave = await places.take(request.whom ?? null);
      if (reply.raw.closed) leave();
      else reply.raw.once('close', leave);
      return payload;
    };
  });
}

/** Whether nothing is kept of the file: it is only to be looked at, or refused before its first byte is read. */
export function isCheck(request: FastifyRequest): boolean {
  const { upload } = request.routeOptions.config;
  if (!upload) return false;
  const query = request.query as Readonly<Record<string, unknown>>;
  const isAsked = upload.checkedBy !== undefined && query[upload.checkedBy] === 'true';
  return isAsked || refusalOf(request, upload) !== null;
}

/** By what is told of the file ahead of it. */
function refusalOf({ headers }: FastifyRequest, { types, maxBytes, refusals }: Upload): ErrorCode | null {
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  const isPlain = (headers['content-encoding'] ?? 'identity') === 'identity';
  if (!types.includes(type.trim().toLowerCase()) || !isPlain) return refusals.type;
  return Number(headers['content-length'] ?? 0) > maxBytes ? refusals.size : null;
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
