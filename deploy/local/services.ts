import type { ServiceName } from './environment.ts';

/** All services of the product, however they run. */
export interface Services {
  /** In order: what is asked from outside first, what it relies on last. False: one of them is still at work in this process. */
  stop(): Promise<boolean>;
}

/** Nothing new comes in once the first two have stopped; analytics goes last and takes what the others still tell it. */
export const stopOrder: readonly ServiceName[] = ['gateway', 'redirect', 'links', 'domains', 'identity', 'analytics'];

/** Polls until `check` holds; answers false when the time is up. */
export async function waitUntil(check: () => Promise<boolean>, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (!(await check())) {
    if (Date.now() > deadline) {
      return false;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return true;
}
