import type { ServiceName } from './environment.ts';

/** One service, however it runs: in this process, or in processes of its own. */
export interface Part {
  readonly service: ServiceName;
  /** Ends when it is ready, or late where it may be. Throws when it cannot start. */
  start(): Promise<void>;
  /** Also in the middle of its start, or without one. False: it is still at work in this process. */
  stop(): Promise<boolean>;
  /** Ends its processes in order and starts them anew, for work on its code; not there for a service within this process. */
  restart?(): Promise<void>;
}

/** All services of the product. */
export interface Services {
  /** In order: what is asked from outside first, what it relies on last. False: one of them is still at work in this process. */
  stop(): Promise<boolean>;
  restart(service: ServiceName): Promise<void>;
}

/** Nothing new comes in once the first two have stopped; analytics goes last and takes what the others still tell it. */
const stopOrder: readonly ServiceName[] = [
  'gateway',
  'redirect',
  'links',
  'content',
  'domains',
  'identity',
  'analytics',
];

/** Starts all of them. Where one cannot start, the others are stopped. */
export async function startAll(parts: readonly Part[]): Promise<Services> {
  let stopping = false;
  const of = (name: ServiceName) => parts.filter(({ service }) => service === name);
  const stop = async () => {
    stopping = true;
    let inOrder = true;
    for (const part of stopOrder.flatMap(of)) inOrder = (await part.stop()) && inOrder;
    return inOrder;
  };
  const start = (some: readonly Part[]) => Promise.all(some.map((part) => part.start()));
  try {
    // Visits that came through the gateway before would be told that the redirect is away.
    const redirect = start(of('redirect'));
    const gateway = redirect.then(() => (stopping ? [] : start(of('gateway'))));
    const others = start(parts.filter(({ service }) => service !== 'redirect' && service !== 'gateway'));
    await Promise.all([redirect, others, gateway]);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    stop,
    restart: async (name) => {
      await Promise.all(of(name).map(async (part) => part.restart?.()));
    },
  };
}

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
