import { AsyncResource } from 'node:async_hooks';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import {
  analyticsExportPortionRpc,
  type ExportedPortion,
  type ExportingService,
  identityExportPortionRpc,
  linksExportPortionRpc,
  type RpcContract,
} from '@linkway/contracts';
import { AppError, AppLogger, Metrics, RpcClient } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import type { SessionCaller } from '../http/api-request.js';
import { Sessions } from '../session/sessions.js';
import { type Exported, exportFiles } from './export-files.js';
import { zipArchive } from './zip-archive.js';

const PORTIONS = {
  identity: identityExportPortionRpc,
  links: linksExportPortionRpc,
  analytics: analyticsExportPortionRpc,
} satisfies Record<ExportingService, RpcContract>;

/** Of a process: what reads on for minutes takes nothing from those who wait for a page. */
const AT_ONCE = 4;
const TRY_AGAIN_SECONDS = 60;
/** Who takes longer reads too slowly to hold a place. */
const LONGEST_MS = 60 * 60_000;
/** A service that is started anew or has much to do is asked again: a portion is the same whenever it is asked for. */
const WAITS_MS = [500, 2_000, 5_000];
const PASSING = ['service.busy', 'service.unavailable', 'service.timeout'];

const signedOut = () => new AppError('auth.unauthenticated');
const busy = () => new AppError('service.busy', {}, { retryAfterSeconds: TRY_AGAIN_SECONDS });

/** Whose data it is, and the session that it goes to. */
export interface Wanted extends Exported {
  readonly caller: SessionCaller;
  readonly token: string;
}

/** Exports under way in this process, each read as fast as its reader takes it. */
@Injectable()
export class DataExports {
  private readonly users = new Set<string>();
  /** With the session that each goes to. */
  private readonly archives = new Map<Readable, string>();
  private closed = false;

  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: Sessions,
    private readonly logger: AppLogger,
    metrics: Metrics,
  ) {
    sessions.onEnd((sessionId) => this.endOf(sessionId));
    metrics.watch('data_exports_under_way', 'Exports of people’s own data that are being read', () => this.users.size);
  }

  /** Takes a place for a user; what it returns gives it back. Throws `data_export.under_way` and `service.busy`. */
  enter(userId: string): () => void {
    if (this.users.has(userId)) throw new AppError('data_export.under_way');
    if (this.closed || this.users.size >= AT_ONCE) throw busy();
    this.users.add(userId);
    return () => void this.users.delete(userId);
  }

  /** The archive. One that breaks off was not all of it: its connection is cut. Throws `service.busy` once the server closes. */
  archive(wanted: Wanted): Readable {
    // Identity was being asked meanwhile: nobody would end this one.
    if (this.closed) throw busy();
    const gone = new AbortController();
    // A reader that takes more is no part of the request any more.
    const read = AsyncResource.bind((service: ExportingService, table: string, from: string | null) =>
      this.read(wanted, { service, table, from }, gone.signal),
    );
    const archive = zipArchive(exportFiles(wanted, read), wanted.madeAt);
    const late = setTimeout(() => archive.destroy(new AppError('service.timeout')), LONGEST_MS).unref();
    this.archives.set(archive, wanted.caller.session_id);
    archive.once('error', (error) => this.logger.warn('an export of data broke off', { error }));
    archive.once('close', () => {
      clearTimeout(late);
      gone.abort();
      this.archives.delete(archive);
    });
    return archive;
  }

  /** Before the server closes, as it would wait for them. */
  endAll(): void {
    this.closed = true;
    for (const archive of this.archives.keys()) archive.destroy(new AppError('service.unavailable'));
  }

  /** At once, also where nobody reads. */
  private endOf(sessionId: string): void {
    for (const [archive, of] of this.archives) if (of === sessionId) archive.destroy(signedOut());
  }

  private async read(
    { caller, token }: Wanted,
    { service, table, from }: { service: ExportingService; table: string; from: string | null },
    gone: AbortSignal,
  ): Promise<ExportedPortion> {
    const contract: RpcContract = PORTIONS[service];
    for (let tries = 0; ; tries += 1) {
      await this.requireSession(token, caller);
      try {
        return (await this.rpc.call(contract, { table, from }, { caller })) as ExportedPortion;
      } catch (error) {
        const wait = WAITS_MS[tries];
        const isPassing = error instanceof AppError && PASSING.includes(error.code);
        if (!isPassing || wait === undefined || gone.aborted) throw error;
        await delay(wait, undefined, { signal: gone });
      }
    }
  }

  /** Whoever was signed out meanwhile gets no more of it, nor who acts as somebody else by now. */
  private async requireSession(token: string, { user_id }: SessionCaller): Promise<void> {
    const session = await this.sessions.find(token).catch((error: unknown) => {
      // Nobody is sent away because identity cannot be asked just now.
      if (error instanceof AppError) return undefined;
      throw error;
    });
    if (session === null || (session && session.user.id !== user_id)) throw signedOut();
  }
}
