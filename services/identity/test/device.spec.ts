import { describe, expect, it } from '@jest/globals';
import { sessionEnded } from '@linkway/contracts';
import type { RunningService } from '@linkway/platform';
import { eventually, storedEvents, useServers } from '@linkway/platform/testkit';
import { HousekeepingService } from '../src/housekeeping/housekeeping.service.js';
import { BROWSER, enter, outcomeOf, register, sql, start, tally } from './identity.js';

const servers = useServers({ postgres: true, nats: true });
const device = (of: string) => of.padEnd(43, '-');
const known = { ...BROWSER, ip: '198.51.100.1', device: device('known') };
const WRONG = { password: 'wrong-one' };

/** So many guesses that no network and no stranger may try the account any more. */
async function guessALot(running: RunningService): Promise<void> {
  for (let network = 1; network <= 12; network++) {
    for (let guess = 1; guess <= 10; guess++) {
      const origin = { ...BROWSER, ip: `203.0.113.${network}`, device: device(`guesser-${network}`) };
      expect(await outcomeOf(enter(running, { ...WRONG, origin }))).not.toBe('success');
    }
  }
}

describe('a device that somebody has signed in with', () => {
  it('is let in after a thousand wrong passwords from elsewhere, of which none gets through', async () => {
    const running = await start(servers.env('thousand', { HASH_QUEUE: '200', LOG_LEVEL: 'fatal' }));
    await register(running, { origin: known });
    const outcomes: string[] = [];
    for (let round = 1; round <= 25; round++) {
      const guess = (network: number) => {
        const origin = { ...BROWSER, ip: `203.0.113.${network}`, device: device(`guesser-${network}`) };
        return outcomeOf(enter(running, { password: `guess-${network}-${round}`, origin }));
      };
      outcomes.push(...(await Promise.all(Array.from({ length: 40 }, (_, network) => guess(network)))));
    }
    // So many were looked at, and no more.
    expect(tally(outcomes)).toEqual({ 'auth.bad_credentials': 100, 'auth.throttled': 900 });
    const right = { ...BROWSER, ip: '203.0.113.41', device: device('guesser-41') };
    expect(await outcomeOf(enter(running, { origin: right }))).toBe('auth.throttled');
    expect(await outcomeOf(enter(running, { origin: known }))).toBe('success');
    const open = await sql(running, 'SELECT 1 FROM sessions WHERE ended_at IS NULL');
    expect(open).toHaveLength(2);
  }, 120_000);

  it('is let in whatever others guess, and is told nothing more than they', async () => {
    const running = await start(servers.env('known', { LOG_LEVEL: 'fatal' }));
    await register(running, { origin: known });
    await guessALot(running);
    expect(await outcomeOf(enter(running, { origin: { ...known, device: device('new') } }))).toBe('auth.throttled');
    expect(await outcomeOf(enter(running, { origin: known }))).toBe('success');
    // From wherever it is used now.
    expect(await outcomeOf(enter(running, { origin: { ...known, ip: '203.0.113.1' } }))).toBe('success');
    // Its success tells nothing about who guesses.
    expect(await outcomeOf(enter(running, { origin: { ...BROWSER, ip: '192.0.2.1' } }))).toBe('auth.throttled');
  });

  it('may guess ten times itself, however many come at once', async () => {
    const running = await start(servers.env('own', { HASH_QUEUE: '200', LOG_LEVEL: 'fatal' }));
    await register(running, { origin: known });
    const guesses = Array.from({ length: 30 }, () => outcomeOf(enter(running, { ...WRONG, origin: known })));
    const outcomes = await Promise.all(guesses);
    while (outcomes.at(-1) !== 'auth.throttled')
      outcomes.push(await outcomeOf(enter(running, { ...WRONG, origin: known })));
    expect(tally(outcomes)['auth.bad_credentials']).toBe(10);
    expect(await outcomeOf(enter(running, { origin: known }))).toBe('auth.throttled');
    // Another device of theirs, and one that has none yet, are counted apart.
    expect(await outcomeOf(enter(running, { origin: { ...known, device: device('new') } }))).toBe('success');
  });

  it('is known by the sign-in too, for that account only, and by its digest', async () => {
    const running = await start(servers.env('digest'));
    await register(running);
    await register(running, { email: 'binh@example.com' });
    expect(await sql(running, 'SELECT 1 FROM known_devices')).toEqual([]);
    for (let time = 1; time <= 2; time++) await enter(running, { origin: known });
    const rows = await sql<{ device_hash: Buffer }>(running, 'SELECT * FROM known_devices');
    expect(rows).toHaveLength(1);
    expect(rows[0]?.device_hash.includes('known')).toBe(false);
    for (let guess = 1; guess <= 10; guess++)
      await outcomeOf(enter(running, { ...WRONG, email: 'binh@example.com', origin: known }));
    expect(await outcomeOf(enter(running, { email: 'binh@example.com', origin: known }))).toBe('auth.throttled');
    expect(await outcomeOf(enter(running, { origin: known }))).toBe('success');
  });

  it('is forgotten when nobody has used it for 400 days', async () => {
    const running = await start(servers.env('old'));
    await register(running, { origin: known });
    await enter(running, { origin: { ...known, device: device('other') } });
    await sql(
      running,
      "UPDATE known_devices SET last_used_at = now() - interval '401 days' WHERE device_hash = (SELECT min(device_hash) FROM known_devices)",
    );
    await running.get<HousekeepingService>(HousekeepingService).tidy();
    expect(await sql(running, 'SELECT 1 FROM known_devices')).toHaveLength(1);
    // Used again it stays.
    await sql(running, "UPDATE known_devices SET last_used_at = now() - interval '399 days'");
    await enter(running, { origin: known });
    await enter(running, { origin: { ...known, device: device('other') } });
    expect(
      await sql(running, "SELECT 1 FROM known_devices WHERE last_used_at > now() - interval '1 minute'"),
    ).toHaveLength(2);
  });
});

describe('the devices that an account knows', () => {
  it('are a hundred, of which those go that were not used for longest', async () => {
    const running = await start(servers.env('many'));
    const { user } = await register(running, { origin: known });
    await sql(
      running,
      `INSERT INTO known_devices (user_id, device_hash, last_used_at)
       SELECT $1, sha256(n::text::bytea), now() - make_interval(mins => n) FROM generate_series(1, 1050) n`,
      [user.id],
    );
    await enter(running, { origin: { ...known, device: device('new') } });
    const left = await sql<{ oldest: number; n: number }>(
      running,
      'SELECT count(*)::int AS n, round(extract(epoch FROM now() - min(last_used_at)) / 60)::int AS oldest FROM known_devices',
    );
    expect(left).toEqual([{ n: 100, oldest: 98 }]);
    await guessALot(running);
    expect(await outcomeOf(enter(running, { origin: known }))).toBe('success');
  });
});

describe('the session that a browser was in', () => {
  it('ends when somebody enters there, and is told of; another does not', async () => {
    const running = await start(servers.env('former'));
    const first = await register(running);
    const elsewhere = await enter(running);
    await outcomeOf(enter(running, { ...WRONG, former_session_token: first.session_token }));
    expect(await open(running)).toEqual([first.session_id, elsewhere.session_id].sort());
    const second = await enter(running, { former_session_token: first.session_token });
    expect(await open(running)).toEqual([elsewhere.session_id, second.session_id].sort());
    const other = await register(running, { email: 'binh@example.com', former_session_token: second.session_token });
    expect(await open(running)).toEqual([elsewhere.session_id, other.session_id].sort());
    // One that is over, or made up, is no error.
    await enter(running, { former_session_token: first.session_token });
    await enter(running, { former_session_token: 'made-up' });
    const { id } = first.user;
    await eventually(async () => {
      const told = await storedEvents(running, sessionEnded, (data) => data.user_id === id);
      expect(told.map(({ data }) => data.session_id)).toEqual([first.session_id, second.session_id]);
    });
  });
});

const open = async (running: RunningService): Promise<string[]> =>
  (await sql<{ id: string }>(running, 'SELECT id FROM sessions WHERE ended_at IS NULL ORDER BY id')).map(
    ({ id }) => id,
  );
