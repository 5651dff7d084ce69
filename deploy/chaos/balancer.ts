import type { Harness } from '@linkway/local/harness';

const LOOK_EVERY_MS = 100;

/** What stands before several processes of a service: it sends to those that say they are ready, in turn. */
export class Balancer {
  private ready: string[] = [];
  private turn = 0;
  private readonly looking: NodeJS.Timeout;
  private readonly node: Harness;
  private readonly service: string;

  private constructor(node: Harness, service: string) {
    this.node = node;
    this.service = service;
    this.looking = setInterval(() => void this.look(), LOOK_EVERY_MS);
  }

  static async of(node: Harness, service: string): Promise<Balancer> {
    const balancer = new Balancer(node, service);
    await node.until(async () => {
      await balancer.look();
      return balancer.ready.length > 1;
    }, 30_000);
    return balancer;
  }

  /** Address of the next process; of any, while none is ready. */
  next(): string {
    const choice = this.ready.length > 0 ? this.ready : this.addresses().map(({ httpUrl }) => httpUrl);
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

  private addresses(): { httpUrl: string; adminUrl: string }[] {
    const own = new RegExp(`^${this.service}(-\\d+)?$`);
    return Object.entries(this.node.record().processes).flatMap(([name, { httpUrl, adminUrl }]) =>
      own.test(name) && httpUrl ? [{ httpUrl, adminUrl }] : [],
    );
  }

  private async look(): Promise<void> {
    const found = await Promise.all(
      this.addresses().map(async ({ httpUrl, adminUrl }) => {
        const ready = await fetch(`${adminUrl}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
          (response) => response.ok,
          () => false,
        );
        return ready ? [httpUrl] : [];
      }),
    );
    this.ready = found.flat();
  }
}
