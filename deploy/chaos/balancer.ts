import type { Harness } from '@linkway/local/harness';

const LOOK_EVERY_MS = 100;
const PATIENCE_MS = 2_000;

/** The processes of a service, however many there are. */
export function processesOf(node: Harness, service: string): { httpUrl: string; adminUrl: string }[] {
  const own = new RegExp(`^${service}(-\\d+)?$`);
  return Object.entries(node.record().processes).flatMap(([name, { httpUrl, adminUrl }]) =>
    own.test(name) && httpUrl ? [{ httpUrl, adminUrl }] : [],
  );
}

/** What stands before several processes of a service: it sends to those that say they are ready, in turn. */
export class Balancer {
  /** Addresses that were ready when they were last asked. */
  private readonly known = new Set<string>();
  private readonly asked = new Set<string>();
  private turn = 0;
  private readonly looking: NodeJS.Timeout;
  private readonly node: Harness;
  private readonly service: string;

  private constructor(node: Harness, service: string) {
    this.node = node;
    this.service = service;
    this.looking = setInterval(() => this.look(), LOOK_EVERY_MS);
  }

  static async of(node: Harness, service: string): Promise<Balancer> {
    const balancer = new Balancer(node, service);
    await node.until(async () => balancer.ready().length > 1, 30_000);
    return balancer;
  }

  /** Address of the next process; of any, while none is ready. */
  next(): string {
    const ready = this.ready();
    const choice = ready.length > 0 ? ready : processesOf(this.node, this.service).map(({ httpUrl }) => httpUrl);
    this.turn += 1;
    return choice[this.turn % choice.length] ?? '';
  }

  /** `fetch` of an address whose host does not matter; connections are kept, as a proxy does. */
  readonly fetch = (address: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname, search } = new URL(address);
    return fetch(`${this.next()}${pathname}${search}`, { ...init, signal: AbortSignal.timeout(30_000) });
  };

  close(): void {
    clearInterval(this.looking);
  }

  private ready(): string[] {
    return processesOf(this.node, this.service).flatMap(({ httpUrl }) => (this.known.has(httpUrl) ? [httpUrl] : []));
  }

  /** Each is asked by itself, once at a time: one that is slow to answer delays and outdates nothing that others said. */
  private look(): void {
    for (const { httpUrl, adminUrl } of processesOf(this.node, this.service)) {
      if (this.asked.has(httpUrl)) continue;
      this.asked.add(httpUrl);
      void fetch(`${adminUrl}/readyz`, { signal: AbortSignal.timeout(PATIENCE_MS) })
        .then(
          ({ ok }) => (ok ? this.known.add(httpUrl) : this.known.delete(httpUrl)),
          () => this.known.delete(httpUrl),
        )
        .finally(() => this.asked.delete(httpUrl));
    }
  }
}
