export interface Figure {
  name: string;
  value: number;
  unit: string;
  /** What it was measured against in the same run. */
  reference: number | null;
  ratio: number | null;
  target: string;
  pass: boolean;
}

/** Counts are told whole, measurements to four digits. */
const rounded = (value: number | null): number | null =>
  value === null || Number.isInteger(value) ? value : Number(value.toPrecision(4));

/** Prints the one JSON line that ends a run. */
export function report(figure: Figure): void {
  process.stdout.write(
    `${JSON.stringify({ ...figure, value: rounded(figure.value), reference: rounded(figure.reference), ratio: rounded(figure.ratio) })}\n`,
  );
  process.exitCode = figure.pass ? 0 : 1;
}

/**
 * How many times its target a figure may be. A short form has few rounds, beside whatever else the machine does: it finds what became twice as dear, not
 * what became dearer.
 */
export const slackOf = (short: boolean): number => (short ? 2 : 1);

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

export const median = (values: number[]): number => percentile(values, 0.5);

/** Nearest rank; `share` from 0 to 1. */
export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1))] ?? Number.NaN;
}
