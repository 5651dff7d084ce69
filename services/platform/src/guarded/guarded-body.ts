import type { IncomingMessage } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

export interface ReadBody {
  content: Buffer;
  isCut: boolean;
}

const OPENED: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }),
  'x-gzip': () => createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }),
  deflate: () => createInflate({ finishFlush: constants.Z_SYNC_FLUSH }),
  br: () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }),
};

/** What a request may say that it takes. */
export const CODINGS = 'gzip, deflate, br';

/** `text/html` of `Text/HTML; charset=utf-8`. */
export const typeOf = ({ headers }: IncomingMessage): string =>
  (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

/**
 * What of a body fits; one that breaks off or takes too long is read as far as it came, as its status was told. It is opened as it comes, and no
 * further than it may be read: how much more a few bytes would unfold to does not matter. More of it than that is not taken in either, so that
 * nobody sends for ever what unfolds to nothing.
 */
export function read(response: IncomingMessage, maxBytes: number, compressed = false): Promise<ReadBody> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let length = 0;
    let taken = 0;
    const opened = compressed ? openedOf(response) : response;
    const done = (isCut: boolean): void => {
      resolve({ content: Buffer.concat(parts).subarray(0, maxBytes), isCut });
      if (opened !== null && opened !== response) opened.destroy();
    };
    if (maxBytes === 0 || opened === null) return done(true);
    opened.on('data', (part: Buffer) => {
      parts.push(part);
      length += part.length;
      if (length > maxBytes) done(true);
    });
    opened.on('end', () => done(false));
    opened.on('error', () => done(true));
    response.on('error', () => done(true));
    if (opened === response) return void response.on('close', () => done(true));
    response.on('close', () => {
      // The rest of a whole one is still being opened.
      if (!response.complete) done(true);
    });
    response.on('data', (part: Buffer) => {
      taken += part.length;
      if (taken > maxBytes) done(true);
    });
    response.pipe(opened as Transform);
  });
}

/** null: it is compressed in a way that was not asked for, or several times. */
function openedOf(response: IncomingMessage): Readable | null {
  const coding = (response.headers['content-encoding'] ?? '').trim().toLowerCase();
  if (coding === '' || coding === 'identity') return response;
  return OPENED[coding]?.() ?? null;
}
