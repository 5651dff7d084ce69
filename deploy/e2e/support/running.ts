import { readFileSync } from 'node:fs';

/** What runs while the tests do. */
export interface Running {
  /** Web app, API and short links. */
  readonly web: string;
  /** The redirect service alone. */
  readonly redirect: string;
  readonly destination: string;
  /** Tells the processes of the moment. */
  readonly runFile: string;
}

const VARIABLE = 'LINKWAY_E2E_RUNNING';

// Playwright's workers are processes of their own that inherit the environment.
export function tellWorkers(running: Running): void {
  process.env[VARIABLE] = JSON.stringify(running);
}

export const running = (): Running => JSON.parse(process.env[VARIABLE] ?? '{}') as Running;

export function pidOf(process: string): number {
  const { processes } = JSON.parse(readFileSync(running().runFile, 'utf8')) as {
    processes: Record<string, { pid: number }>;
  };
  const pid = processes[process]?.pid;
  if (!pid) throw new Error(`there is no process ${process} among ${Object.keys(processes).join(', ')}`);
  return pid;
}
