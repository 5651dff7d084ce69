const HOLE = 0.64;

/** Which part of a ring is at a place of its square, from its top clockwise; null beside the ring. */
export function partAt(values: readonly number[], x: number, y: number): number | null {
  const [right, down] = [2 * x - 1, 2 * y - 1];
  const radius = Math.hypot(right, down);
  if (radius > 1 || radius < HOLE) return null;
  const turn = (Math.atan2(right, -down) / (2 * Math.PI) + 1) % 1;
  const total = values.reduce((sum, value) => sum + value, 0);
  let sum = 0;
  for (const [index, value] of values.entries()) {
    sum += value;
    if (turn * total < sum) return index;
  }
  return null;
}
