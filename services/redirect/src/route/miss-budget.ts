import { LRUCache } from 'lru-cache';

interface Account {
  left: number;
  at: number;
}

const NETWORKS = 50_000;

/**
 * How many codes that lead nowhere a network may have looked up with links: so many a minute. Only those cost anything,
 * so links that exist are never refused to anybody.
 */
export class MissBudget {
  private readonly accounts = new LRUCache<string, Account>({ max: NETWORKS });

  constructor(private readonly perMinute: number) {}

  isSpent(network: string, now: number): boolean {
    const account = this.accounts.get(network);
    return account !== undefined && this.left(account, now) < 1;
  }

  charge(network: string, now: number): void {
    const account = this.accounts.get(network);
    const left = account ? this.left(account, now) : this.perMinute;
    this.accounts.set(network, { left: Math.max(0, left - 1), at: now });
  }

  private left({ left, at }: Account, now: number): number {
    return Math.min(this.perMinute, left + (Math.max(0, now - at) / 60_000) * this.perMinute);
  }
}
