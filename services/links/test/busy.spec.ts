import { describe, expect, it } from '@jest/globals';
import { getQuotaRpc } from '@linkway/contracts';
import { outcomes, refused, useLinks } from './harness.js';

// A small pool and few places, before a database that takes its time.
const links = useLinks({ DATABASE_POOL_SIZE: '2', REQUESTS_AT_ONCE: '8', REQUESTS_QUEUED: '40' });

const slow = (ms: number) =>
  links.query(`CREATE OR REPLACE FUNCTION take_time() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_sleep(${ms / 1_000}); RETURN NEW; END'`);

describe('120 creations at once', () => {
  it('are made or refused before anything is done: as many made as told, and each once in the end', async () => {
    await slow(60);
    await links.query(
      'CREATE TRIGGER take_time BEFORE INSERT ON short_links FOR EACH ROW EXECUTE FUNCTION take_time()',
    );
    const caller = await links.workspace(1_000);
    const made = async () => (await links.call(getQuotaRpc, {}, caller)).total_links;
    const ask = (n: number) => links.create(caller, { title: `${n}` }, `key-${n}`, 4_000);

    const told = await outcomes(Array.from({ length: 120 }, (_, n) => ask(n)));
    expect(Object.keys(told).sort()).toEqual(['none', 'service.busy']);
    expect(told['service.busy']).toBeGreaterThanOrEqual(120 - 8 - 40);
    expect(await made()).toBe(told.none);

    await slow(0);
    for (let n = 0; n < 120; n += 1) expect((await refused(ask(n)))?.code ?? 'none').toBe('none');
    expect(await made()).toBe(120);
    expect(await links.call(getQuotaRpc, {}, caller)).toMatchObject({ monthly_links_used: 120 });
  }, 60_000);
});
