import { describe, expect, it } from '@jest/globals';
import {
  type BlockAddress,
  blockAddressRpc,
  getSecurityPolicyRpc,
  identityAuditRecorded,
  listBlockedAddressesRpc,
  type SessionStarted,
  unblockAddressRpc,
} from '@linkway/contracts';
import { AppError, type RunningService } from '@linkway/platform';
import { eventually, storedEvents, useServers } from '@linkway/platform/testkit';
import { HousekeepingService } from '../src/housekeeping/housekeeping.service.js';
import { administrator } from './administrator.js';
import { ask, askAs, outcomeOf, sql, start } from './identity.js';
import { inSession } from './two-factor.js';

const servers = useServers({ postgres: true, nats: true });
const HOME = '203.0.113.7';

const block = (running: RunningService, by: SessionStarted, over: Partial<BlockAddress> & { address: string }) =>
  inSession(running, by, blockAddressRpc, { reason: 'Guesses passwords', expires_at: null, ...over, ip: HOME });
const list = async (running: RunningService, by: SessionStarted) =>
  (await inSession(running, by, listBlockedAddressesRpc, {})).data;
const policy = (running: RunningService) => ask(running, getSecurityPolicyRpc, {});
const faultOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      return error.errors?.[0]?.code ?? error.code;
    },
  );
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

describe('blocked addresses', () => {
  it('are listed and told to every node until they are unblocked, under a version of their own', async () => {
    const running = await start(servers.env('blocks'));
    const admin = await administrator(running);
    const before = (await policy(running)).version;
    const expires_at = inHours(1);
    const one = await block(running, admin, { address: '198.51.100.9', expires_at });
    const other = await block(running, admin, { address: '2001:db8::/32', reason: '' });
    expect(one).toMatchObject({ address: '198.51.100.9', reason: 'Guesses passwords', expires_at });
    expect(await list(running, admin)).toEqual([other, one]);
    expect(await policy(running)).toMatchObject({
      version: before + 2,
      blocked: [
        { address: '2001:db8::/32', expires_at: null },
        { address: '198.51.100.9', expires_at },
      ],
    });
    await inSession(running, admin, unblockAddressRpc, { id: other.id });
    expect(await faultOf(inSession(running, admin, unblockAddressRpc, { id: other.id }))).toBe(
      'security.block_not_found',
    );
    expect(await policy(running)).toMatchObject({ version: before + 3, blocked: [{ address: '198.51.100.9' }] });
    const told = await eventually(async () => {
      const acts = await storedEvents(running, identityAuditRecorded, ({ action }) => action.startsWith('security.'));
      expect(acts).toHaveLength(3);
      return acts.map(({ data }) => data);
    });
    expect(told).toMatchObject([
      { action: 'security.address_blocked', target: { name: '198.51.100.9' }, details: { expires_at } },
      { action: 'security.address_blocked', target: { name: '2001:db8::/32' }, details: { expires_at: null } },
      { action: 'security.address_unblocked', target: { name: '2001:db8::/32' }, user_id: admin.user.id },
    ]);
  });

  it('fall off by themselves, and may be blocked again', async () => {
    const running = await start(servers.env('blocks-over'));
    const admin = await administrator(running);
    const { id } = await block(running, admin, { address: '198.51.100.9', expires_at: inHours(1) });
    await block(running, admin, { address: '198.51.100.10' });
    await sql(running, "UPDATE blocked_addresses SET expires_at = now() - interval '1 second' WHERE id = $1", [id]);
    expect((await list(running, admin)).map(({ address }) => address)).toEqual(['198.51.100.10']);
    expect((await policy(running)).blocked).toHaveLength(1);
    await block(running, admin, { address: '198.51.100.9', expires_at: inHours(1) });
    await sql(
      running,
      "UPDATE blocked_addresses SET expires_at = now() - interval '1 second' WHERE address LIKE '%.9'",
    );
    await running.get<HousekeepingService>(HousekeepingService).tidy();
    expect(await sql(running, 'SELECT address FROM blocked_addresses')).toEqual([{ address: '198.51.100.10' }]);
  });

  it('are none of those that would lock out the administrator or this machine', async () => {
    const running = await start(servers.env('blocks-refused'));
    const admin = await administrator(running);
    const fault = (over: Partial<BlockAddress> & { address: string }) => faultOf(block(running, admin, over));
    expect(await fault({ address: HOME })).toBe('security.block_own_address');
    expect(await fault({ address: '203.0.0.0/16' })).toBe('security.block_own_address');
    for (const address of ['127.0.0.1', '127.9.0.0/16', '::1', '0.0.0.0/0', '::/0', '::ffff:127.0.0.1']) {
      expect([address, await fault({ address })]).toEqual([address, 'security.block_loopback']);
    }
    expect(await fault({ address: 'example.com' })).toBe('security.block_address_invalid');
    expect(await fault({ address: '198.51.100.9', expires_at: inHours(-1) })).toBe('security.block_expiry_invalid');
    const twice = await Promise.all([
      outcomeOf(block(running, admin, { address: '198.51.100.9' })),
      outcomeOf(block(running, admin, { address: '198.51.100.9' })),
    ]);
    expect(twice).toEqual(['success', 'success']);
    await sql(
      running,
      `INSERT INTO blocked_addresses (id, address, reason)
       SELECT gen_random_uuid(), '10.1.' || n / 256 || '.' || n % 256, '' FROM generate_series(1, 499) n`,
    );
    expect(await fault({ address: '198.51.100.11' })).toBe('security.blocks_full');
  });

  it('are one for each network, however it is written', async () => {
    const running = await start(servers.env('blocks-spelled'));
    const admin = await administrator(running);
    await block(running, admin, { address: '198.51.100.77/24' });
    await block(running, admin, { address: '::ffff:192.0.2.9' });
    await block(running, admin, { address: '2001:DB8:0::/32' });
    const addresses = ['2001:db8::/32', '192.0.2.9', '198.51.100.0/24'];
    expect((await list(running, admin)).map(({ address }) => address)).toEqual(addresses);
    for (const address of ['198.51.100.0/24', '198.51.100.1/24', '192.0.2.9/32', '2001:db8::1/32'])
      expect(await faultOf(block(running, admin, { address, reason: 'Other' }))).toBe('security.already_blocked');
  });

  it('are the same block when they are asked for once more, however many ask at once', async () => {
    const running = await start(servers.env('blocks-again'));
    const other = await start(servers.env('blocks-again'));
    const admin = await administrator(running);
    const asked = { address: '198.51.100.0/24', reason: 'Scans', expires_at: inHours(1) };
    const all = await Promise.all([running, other, running, other].map((each) => block(each, admin, asked)));
    const [first] = all;
    expect(all).toEqual(all.map(() => first));
    expect(await block(running, admin, { ...asked, address: '198.51.100.7/24' })).toEqual(first);
    for (const over of [{ reason: 'Spam' }, { expires_at: inHours(2) }, { expires_at: null }])
      expect(await faultOf(block(running, admin, { ...asked, ...over }))).toBe('security.already_blocked');
    expect(await list(running, admin)).toEqual([first]);
    await eventually(async () => {
      const acts = await storedEvents(running, identityAuditRecorded, ({ target }) => target?.id === first?.id);
      expect(acts).toHaveLength(1);
    });
  });

  it('are no wider than a part of the network that one operator has', async () => {
    const running = await start(servers.env('blocks-wide'));
    const admin = await administrator(running);
    const refusal = (address: string) =>
      block(running, admin, { address }).then(
        () => 'success',
        (error: unknown) => {
          if (!(error instanceof AppError)) throw error;
          const [{ field, code } = {}] = error.errors ?? [];
          return [field, code, error.params];
        },
      );
    for (const [address, bits] of [
      ['8.0.0.0/7', 8],
      ['::ffff:8.0.0.0/103', 8],
      ['2000::/3', 16],
      ['2001:db8::1/15', 16],
    ] as const)
      expect([address, await refusal(address)]).toEqual([address, ['address', 'security.block_too_wide', { bits }]]);
    for (const address of ['8.0.0.0/8', '2001:db8::/16', '::ffff:9.0.0.0/104'])
      expect([address, await refusal(address)]).toEqual([address, 'success']);
  });

  it('are for administrators alone', async () => {
    const running = await start(servers.env('blocks-admins'));
    const id = '0199a1b2-0000-7000-8000-000000000001';
    const calls = [
      askAs(running, 'user', listBlockedAddressesRpc, {}),
      askAs(running, 'user', blockAddressRpc, { address: '198.51.100.9', expires_at: null, ip: HOME }),
      askAs(running, 'user', unblockAddressRpc, { id }),
    ];
    expect(await Promise.all(calls.map(outcomeOf))).toEqual(Array(3).fill('auth.forbidden'));
  });
});
