/** Places of the alignment patterns' middles, by version; of 1 there are none (ISO/IEC 18004, annex E). */
const ALIGNED = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46]] as const;

/** Data bytes of each block of error level M, by version. */
const BLOCKS = [
  [16],
  [28],
  [44],
  [32, 32],
  [43, 43],
  [27, 27, 27, 27],
  [31, 31, 31, 31],
  [38, 38, 39, 39],
  [36, 36, 36, 37, 37],
] as const;

const MASKS: readonly ((y: number, x: number) => boolean)[] = [
  (y, x) => (y + x) % 2 === 0,
  (y) => y % 2 === 0,
  (_, x) => x % 3 === 0,
  (y, x) => (y + x) % 3 === 0,
  (y, x) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (y, x) => ((y * x) % 2) + ((y * x) % 3) === 0,
  (y, x) => (((y * x) % 2) + ((y * x) % 3)) % 2 === 0,
  (y, x) => (((y + x) % 2) + ((y * x) % 3)) % 2 === 0,
];

const LEVEL_M = 0b00;
const FORMAT_MASK = 0b101010000010010;
const BYTES = 0b0100;

/** Whether a module belongs to the code's frame: finders, format, timing, alignment, version. */
function isFrame(y: number, x: number, size: number, version: number): boolean {
  if (y === 6 || x === 6) return true;
  if ((y < 9 && x < 9) || (y < 9 && x >= size - 8) || (y >= size - 8 && x < 9)) return true;
  if (version >= 7 && ((y < 6 && x >= size - 11) || (x < 6 && y >= size - 11))) return true;
  const middles: readonly number[] = ALIGNED[version - 1] ?? [];
  const last = middles.at(-1);
  const near = (at: number) => middles.find((middle) => Math.abs(middle - at) <= 2);
  const [row, column] = [near(y), near(x)];
  if (row === undefined || column === undefined) return false;
  // None where a finder is.
  return !((row === 6 && column === 6) || (row === 6 && column === last) || (row === last && column === 6));
}

/** The bits of the data area, from the lower right corner up and down. */
function* bitsOf(modules: readonly (readonly boolean[])[], version: number, mask: number): Generator<number> {
  const size = modules.length;
  let up = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right -= 1;
    for (let step = 0; step < size; step += 1) {
      const y = up ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (!isFrame(y, x, size, version)) yield Number(Boolean(modules[y]?.[x]) !== MASKS[mask]?.(y, x));
      }
    }
    up = !up;
  }
}

/** What a QR code says: rows of dark modules, without their margin. Of level M up to version 9, bytes alone; a fault is not mended. */
export function readQr(modules: readonly (readonly boolean[])[]): string {
  const size = modules.length;
  const version = (size - 17) / 4;
  const format = [0, 1, 2, 3, 4, 5, 7, 8].map((x) => modules[8]?.[x]);
  const level = ((Number(format[0]) << 1) | Number(format[1])) ^ (FORMAT_MASK >> 13);
  const mask = ((Number(format[2]) << 2) | (Number(format[3]) << 1) | Number(format[4])) ^ ((FORMAT_MASK >> 10) & 7);
  const blocks: readonly number[] | undefined = BLOCKS[version - 1];
  if (level !== LEVEL_M || !blocks)
    throw new Error(`no QR code of level M up to version 9: ${size} modules, level ${level}`);

  const bits = [...bitsOf(modules, version, mask)];
  const byteAt = (at: number): number => Number.parseInt(bits.slice(at * 8, at * 8 + 8).join(''), 2);
  // The first byte of each block, then the second of each.
  const filled: number[][] = blocks.map(() => []);
  let at = 0;
  for (let place = 0; place < Math.max(...blocks); place += 1) {
    for (const [block, length] of blocks.entries()) {
      if (place < length) filled[block]?.push(byteAt(at++));
    }
  }
  const data = filled
    .flat()
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('');
  if (Number.parseInt(data.slice(0, 4), 2) !== BYTES) throw new Error('the code holds no bytes');
  const length = Number.parseInt(data.slice(4, 12), 2);
  const text = Array.from({ length }, (_, byte) => Number.parseInt(data.slice(12 + byte * 8, 20 + byte * 8), 2));
  return Buffer.from(text).toString('utf8');
}
