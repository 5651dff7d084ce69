import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';

/** What a command works with; `say` prints a line. */
export interface CommandContext {
  readonly connection: NatsConnection;
  readonly jetstream: JetStreamClient;
  readonly manager: JetStreamManager;
  say(line: string): void;
}

/** `events NAME ...`: one file each, listed in commands.ts. */
export interface Command {
  readonly name: string;
  /** Forms of the command with a line on each. */
  readonly usage: readonly (readonly [form: string, what: string])[];
  /** Throws `UsageError` when the arguments do not fit. */
  run(context: CommandContext, args: readonly string[]): Promise<void>;
}

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Columns as wide as they need to be. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

const UNITS: readonly (readonly [number, string])[] = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
];

/** 93 min, 4 h: rounded down, in the largest unit that gives two or more. */
export function ageText(ms: number): string {
  const [size, unit] = UNITS.find(([length]) => ms >= 2 * length) ?? [1_000, 's'];
  return `${Math.floor(ms / size)} ${unit}`;
}
