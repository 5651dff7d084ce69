/** Whole numbers for a count axis, from zero to the first one that is not below `max`; without counts up to 4. */
export function countTicks(max: number, wanted = 4): number[] {
  const step = niceStep(Math.max(1, (max || wanted) / wanted));
  const count = Math.max(1, Math.ceil((max || wanted) / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** The next of 1, 2, 5, 10, 20, 50, ... */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5, 10].find((factor) => factor * power >= least) ?? 10) * power;
}

const GAP = 16;
const STEPS = [1, 2, 3, 4, 6, 7, 12, 14, 21, 24, 28];

/** Which of `count` evenly spread labels are written so that none touches the next: every n-th, from the first. Pixels. */
export function shownLabels(count: number, labelWidth: number, width: number): number[] {
  if (count <= 1 || width <= 0) return count === 1 ? [0] : [];
  const least = ((labelWidth + GAP) * (count - 1)) / width;
  const step = STEPS.find((one) => one >= least) ?? Math.ceil(least);
  return Array.from({ length: Math.floor((count - 1) / step) + 1 }, (_, index) => index * step);
}
