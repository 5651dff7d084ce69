import { atMost } from '@linkway/platform';
import { LRUCache } from 'lru-cache';

interface Account {
  left: number;
  at: number;
  /** When it last asked for what led nowhere. */
  missedAt: number;
}

const NETWORKS = 50_000;
const MINUTE_MS = 60_000;

/**
 * How many codes that lead nowhere a network may have looked up: so many a minute. One is paid when it is asked for, and
 * given back where it leads somewhere, so links that exist cost nobody anything.
 */
export class MissBudget {
  private readonly accounts = new LRUCache<string, Account>(atMost(NETWORKS));

  constructor(private readonly perMinute: number) {}

  isSpent(network: string, now: number): boolean {
    const account = this.accounts.get(network);
    return account !== undefined && this.left(account, now) < 1;
  }

  /** Whether it asked for something within the last minute that led nowhere. */
  hasMissed(network: string, now: number): boolean {
    const account = this.accounts.get(network);
    return account !== undefined && now - account.missedAt < MINUTE_MS;
  }

  missed(network: string, now: number): void {
    const account = this.accounts.get(network);
    if (account) account.missedAt = now;
  }

  /** false: it has none left. */
  take(network: string, now: number): boolean {
    const account = this.accounts.get(network);
    const left = account ? this.left(account, now) : this.perMinute;
    if (left < 1) return false;
    this.accounts.set(network, { left: left - 1, at: now, missedAt: account?.missedAt ?? Number.NEGATIVE_INFINITY });
    return true;
  }

  giveBack(network: string): void {
    const account = this.accounts.get(network);
    if (account) account.left = Math.min(this.perMinute, account.left + 1);
  }

  /** Whole seconds until a network that has none left has one. */
  wait(network: string, now: number): number {
    const account = this.accounts.get(network);
    const missing = account ? Math.max(0, 1 - this.left(account, now)) : 0;
    return Math.max(1, Math.ceil((missing * 60) / this.perMinute));
  }

  private left({ left, at }: Account, now: number): number {
    return Math.min(this.perMinute, left + (Math.max(0, now - at) / MINUTE_MS) * this.perMinute);
  }
}
