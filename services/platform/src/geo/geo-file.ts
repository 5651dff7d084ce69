import { open } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import { Reader } from 'maxmind';
import type { PlaceRecord } from './place-record.js';

/** Records that are remembered as they were read, while the file is in memory. */
const REMEMBERED = 10_000;

interface Loaded {
  reader: Reader<PlaceRecord>;
  bytes: ArrayBuffer;
}

/**
 * A file of places by addresses (MaxMind's format), whole in memory from the first question until nobody has asked for `restMs`: 70 MB are read
 * again in some 30 ms, and a node that nobody visits keeps none of it.
 */
export class GeoFile {
  private loaded: Loaded | null = null;
  private loading: Promise<Loaded> | null = null;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    readonly path: string,
    private readonly restMs: number,
  ) {}

  /** At once where the file is in memory, else when it is; null: it knows nothing of the address. Throws, or rejects, where it cannot be read. */
  find(address: string): PlaceRecord | null | Promise<PlaceRecord | null> {
    if (this.loaded) return this.look(this.loaded, address);
    this.loading ??= this.load();
    return this.loading.then((loaded) => this.look(loaded, address));
  }

  private async load(): Promise<Loaded> {
    try {
      this.loaded = await read(this.path);
      return this.loaded;
    } finally {
      this.loading = null;
    }
  }

  private look({ reader }: Loaded, address: string): PlaceRecord | null {
    if (this.timer) this.timer.refresh();
    else this.timer = setTimeout(() => this.drop(), this.restMs).unref();
    return reader.get(address);
  }

  private drop(): void {
    this.timer = null;
    // Nobody is within a question: whoever waited for the file has looked in the same turn. What is left to the collector stays for as long as
    // nothing else happens, on a node at rest for hours.
    this.loaded?.bytes.transfer(0);
    this.loaded = null;
  }
}

async function read(path: string): Promise<Loaded> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const bytes = new ArrayBuffer(size);
    for (let at = 0; at < size; ) {
      const { bytesRead } = await file.read(new Uint8Array(bytes), at, size - at, at);
      if (bytesRead === 0) throw new Error(`${path} became shorter while it was read`);
      at += bytesRead;
    }
    return { reader: new Reader<PlaceRecord>(Buffer.from(bytes), { cache: new LRUCache({ max: REMEMBERED }) }), bytes };
  } finally {
    await file.close();
  }
}
