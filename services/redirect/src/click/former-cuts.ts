import { crc32 } from 'node:zlib';

/** Where the release before this format stood with a segment. */
export interface FormerCuts {
  ackedTo: number;
  open: { to: number; shards: number; at: number } | null;
}

const ENTRY = 24;
const CUT = 1;

/**
 * Reads the `.cuts` of releases before the ring (`cut-file.ts`): entries one after the other, up to the first that is torn,
 *   u32 kind, u32 to, u32 shards, f64 at, u32 CRC32
 */
export function readFormerCuts(bytes: Buffer): FormerCuts {
  const state: FormerCuts = { ackedTo: 0, open: null };
  for (let at = 0; at + ENTRY <= bytes.length; at += ENTRY) {
    const entry = bytes.subarray(at, at + ENTRY);
    if (crc32(entry.subarray(0, ENTRY - 4)) !== entry.readUInt32LE(ENTRY - 4)) break;
    const cut = { to: entry.readUInt32LE(4), shards: entry.readUInt32LE(8), at: entry.readDoubleLE(12) };
    if (entry.readUInt32LE(0) === CUT) state.open = cut;
    else {
      state.ackedTo = cut.to;
      state.open = null;
    }
  }
  return state;
}
