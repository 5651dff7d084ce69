import { MOST_BLOCK_ENTRIES } from '@linkway/contracts/rules';

/** The gateway takes 64 KiB; the rest is the note and what JSON adds. */
const MOST_BYTES = 48 * 1024;
const encoder = new TextEncoder();
const bytesOf = (line: string): number => encoder.encode(JSON.stringify(line)).length + 1;

/** Lines in portions that each fit into a request, with the number of the first one of each. */
export function* portionsOf(lines: readonly string[]): Generator<{ from: number; entries: string[] }> {
  let [from, bytes] = [0, 0];
  for (const [at, line] of lines.entries()) {
    const more = bytesOf(line);
    if (at > from && (at - from === MOST_BLOCK_ENTRIES || bytes + more > MOST_BYTES)) {
      yield { from, entries: lines.slice(from, at) };
      [from, bytes] = [at, 0];
    }
    bytes += more;
  }
  if (from < lines.length) yield { from, entries: lines.slice(from) };
}
