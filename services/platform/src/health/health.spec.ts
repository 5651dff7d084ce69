import { describe, expect, it } from '@jest/globals';
import { Health } from './health.js';

describe('Health', () => {
  it('is ready once started, while every check passes, and not while draining', async () => {
    const health = new Health();
    let broken = false;
    health.register('store', () => {
      if (broken) throw new Error('away');
    });
    expect(await health.report()).toEqual({ ready: false, checks: { store: 'ok', start: 'starting' } });
    health.markStarted();
    expect((await health.report()).ready).toBe(true);
    broken = true;
    expect(await health.report()).toEqual({ ready: false, checks: { store: 'away' } });
    broken = false;
    health.drain();
    expect(await health.report()).toMatchObject({ ready: false, checks: { drain: 'draining' } });
  });

  it('warns of what it can serve without, whenever that is registered', async () => {
    const health = new Health();
    health.markStarted();
    health.tolerate(/store/, /stream\.CLICKS_\d+/);
    const full = () => {
      throw new Error('83 % full');
    };
    health.register('stream.CLICKS_0', full);
    expect(await health.report()).toEqual({ ready: true, checks: {}, warnings: { 'stream.CLICKS_0': '83 % full' } });
    health.register('stream.CLICKS_0.more', full);
    expect((await health.report()).ready).toBe(false);
  });

  it('does not wait for a check that hangs', async () => {
    const health = new Health();
    health.markStarted();
    health.register('slow', () => new Promise<void>(() => undefined));
    expect(await health.report()).toEqual({ ready: false, checks: { slow: 'timed out' } });
  });
});
