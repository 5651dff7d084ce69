/** What does not answer is left alone for so long, so that it takes no hands from others. */
export const REST_MS = 30_000;
/** Whose browsers a push service did not answer for, one after the other and none between: then it is away for all. */
const ACCOUNTS = 3;

interface Way {
  host: string;
  userId: string;
}

/**
 * Which accounts and push services get no pushes for a while. An endpoint is somebody's own choice: one that is never answered says nothing of
 * those of others at the same host, and of an account it may be one of many at as many hosts.
 */
export class Rests {
  private readonly users = new Map<string, number>();
  private readonly hosts = new Map<string, number>();
  /** The accounts for whom each host was away since it last answered. */
  private readonly unanswered = new Map<string, Set<string>>();

  away({ host, userId }: Way, now: number): void {
    this.users.set(userId, now + REST_MS);
    const accounts = (this.unanswered.get(host) ?? new Set()).add(userId);
    this.unanswered.set(host, accounts);
    if (accounts.size < ACCOUNTS) return;
    // Once it is over, it has to be away for as many again.
    this.unanswered.delete(host);
    this.hosts.set(host, now + REST_MS);
  }

  answered({ host }: Way): void {
    this.unanswered.delete(host);
  }

  /** Those that still rest. */
  at(now: number): { restingUsers: string[]; restingHosts: string[] } {
    for (const resting of [this.users, this.hosts]) {
      for (const [name, until] of resting) if (until <= now) resting.delete(name);
    }
    // Hosts come and go, as anybody may name one.
    for (const [host, accounts] of this.unanswered) {
      if (![...accounts].some((userId) => this.users.has(userId))) this.unanswered.delete(host);
    }
    return { restingUsers: [...this.users.keys()], restingHosts: [...this.hosts.keys()] };
  }
}
