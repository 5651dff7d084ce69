import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { NatsService } from '@linkway/platform';
import { Lease } from './lease.js';

/** A server that keeps the last message of one subject, and takes its time to store one. */
class SlowServer {
  message: { seq: number; holder: string } | null = null;
  private last = 0;

  constructor(private readonly storesAfterMs: number) {}

  get nats(): NatsService {
    const streams = {
      add: async () => undefined,
      info: async () => ({ state: { messages: this.message ? 1 : 0 } }),
      getMessage: async () => this.message && { seq: this.message.seq, string: () => this.message?.holder },
      deleteMessage: async (_stream: string, seq: number) => {
        if (this.message?.seq === seq) this.message = null;
      },
    };
    const publish = async (_subject: string, holder: string) => {
      await delay(this.storesAfterMs);
      this.message = { seq: (this.last += 1), holder };
      return { seq: this.last };
    };
    return { manager: async () => ({ streams }), jetstream: { publish } } as unknown as NatsService;
  }
}

describe('a lease that is given back', () => {
  it.each([
    ['while it is renewed', true],
    ['while it is taken for the first time', false],
  ])('%s is free, and its holder knows', async (_when, taken) => {
    const server = new SlowServer(50);
    const lease = new Lease(server.nats, 'clicks-0', 'here', 1);
    if (taken) await lease.acquire();
    const asking = lease.acquire();
    await lease.release();
    await asking;
    expect(lease.held).toBe(false);
    expect(server.message).toBeNull();
  });

  it('is given back though the renewal under way fails', async () => {
    const server = new SlowServer(50);
    const { nats } = server;
    const lease = new Lease(nats, 'clicks-0', 'here', 1);
    await lease.acquire();
    nats.jetstream.publish = async () => {
      await delay(50);
      throw new Error('no answer');
    };
    await Promise.all([expect(lease.acquire()).rejects.toThrow('no answer'), lease.release()]);
    expect(server.message).toBeNull();
  });
});
