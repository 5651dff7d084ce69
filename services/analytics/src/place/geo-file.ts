import { open } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import { Reader, type Response } from 'maxmind';

/** Addresses of which the place is remembered while the file is read. */
const REMEMBERED = 10_000;

/**
 * A file of places by addresses, in memory (60 to 70 MB) from the first question until nobody has asked for `restMs`: it is read again in
 * some 30 ms, and a node that nobody visits keeps none of it.
 */
export class GeoFile<R extends Response> {
  private loaded: Promise<{ reader: Reader<R>; bytes: ArrayBuffer }> | null = null;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly path: string,
    private readonly restMs: number,
  ) {}

  /** null: the file knows nothing of it. Throws where it cannot be read. */
  async get(address: string): Promise<R | null> {
    this.loaded ??= read<R>(this.path).catch((error: unknown) => {
      this.loaded = null;
      throw error;
    });
    const { reader } = await this.loaded;
    this.rest();
    return reader.get(address);
  }

  private rest(): void {
    if (this.timer) this.timer.refresh();
    else this.timer = setTimeout(() => void this.drop(), this.restMs).unref();
  }

  private async drop(): Promise<void> {
    this.timer = null;
    const { loaded } = this;
    this.loaded = null;
    // Nobody is within a question: whoever waited for the file has looked in the same turn. What is left to the collector stays for as long as
    // nothing else happens, on a node at rest for hours.
    (await loaded)?.bytes.transfer(0);
  }
}

async function read<R extends Response>(path: string): Promise<{ reader: Reader<R>; bytes: ArrayBuffer }> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const bytes = new ArrayBuffer(size);
    for (let at = 0; at < size; ) {
      const { bytesRead } = await file.read(new Uint8Array(bytes), at, size - at, at);
      if (bytesRead === 0) throw new Error(`${path} became shorter while it was read`);
      at += bytesRead;
    }
    return { reader: new Reader<R>(Buffer.from(bytes), { cache: new LRUCache({ max: REMEMBERED }) }), bytes };
  } finally {
    await file.close();
  }
}
