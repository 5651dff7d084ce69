import { describe, expect, it } from '@jest/globals';
import { updateLinkRpc } from '@linkway/contracts';
import { verify } from '@node-rs/argon2';
import { LinkPasswords } from '../src/password/link-passwords.js';
import { callerOf, eventually, outcomes, refusal, refused, useLinks } from './harness.js';

const links = useLinks({ HASH_PER_WORKSPACE: '2', HASH_QUEUE: '8', CHANGES_PER_HOUR: '30', LOG_LEVEL: 'fatal' });

/** Counts the hashes that are asked for while `work` runs. */
async function hashesDuring(work: () => Promise<unknown>): Promise<number> {
  const passwords = links.service.get<LinkPasswords>(LinkPasswords);
  const hash = passwords.hash;
  let count = 0;
  passwords.hash = (...args) => {
    count += 1;
    return hash.apply(passwords, args);
  };
  try {
    await work();
  } finally {
    passwords.hash = hash;
  }
  return count;
}

describe("a link's password", () => {
  it('costs no hash where the link would be refused anyway', async () => {
    const caller = await links.workspace(1);
    const other = callerOf();
    await links.create(other, { custom_code: 'long-gone' });
    const expectNoHash = async (code: string, work: () => Promise<unknown>) => {
      const hashes = await hashesDuring(async () => expect(await refusal(work())).toBe(code));
      expect([code, hashes]).toEqual([code, 0]);
    };
    const password = 'secret';
    await expectNoHash('links.code_reserved', () => links.create(caller, { custom_code: 'admin', password }));
    await expectNoHash('links.code_taken', () => links.create(caller, { custom_code: 'long-gone', password }));
    await expectNoHash('links.url_private', () => links.create(caller, { url: 'http://10.0.0.1/', password }));
    const link = await links.create(caller);
    await expectNoHash('links.monthly_limit', () => links.create(caller, { password }));
    const change = (id: string, changes: object) => links.call(updateLinkRpc, { id, changes }, caller);
    await expectNoHash('links.code_taken', () => change(link.id, { custom_code: 'long-gone', password }));
    await expectNoHash('links.not_found', () => change('01a1f88e-6451-70bc-83d1-a2b23b92f3d8', { password }));
    await links.query('UPDATE change_usage SET used = 30 WHERE key = $1', [caller.workspace_id]);
    await expectNoHash('links.changes_exceeded', () => change(link.id, { password }));
    expect(await hashesDuring(() => links.create(other, { password }))).toBe(1);
  });

  it('waits in a bounded queue, of which a workspace has a few places', async () => {
    const [busy, calm] = [callerOf(), callerOf()];
    const link = await links.create(calm);
    const flood = Array.from({ length: 20 }, () => links.create(busy, { password: 'secret' }));
    const change = links.call(updateLinkRpc, { id: link.id, changes: { password: 'secret' } }, calm);
    const { none = 0, 'service.busy': refusedOnes = 0 } = await outcomes(flood);
    expect(none).toBeGreaterThanOrEqual(2);
    expect(refusedOnes).toBeGreaterThan(0);
    expect(none + refusedOnes).toBe(20);
    expect(await refusal(change)).toBe('none');
  });

  it('tells those whom it sends away when to come back', async () => {
    const caller = callerOf();
    const errors = await Promise.all(
      Array.from({ length: 12 }, () => refused(links.create(caller, { password: 'secret' }))),
    );
    const error = errors.find((candidate) => candidate !== null);
    expect(error).toMatchObject({ code: 'service.busy', status: 503, retryAfterSeconds: 2 });
  });

  it('is the same in whatever form a keyboard sends it', async () => {
    const password = 'Mật khẩu'.normalize('NFD');
    const caller = callerOf();
    const link = await links.create(caller, { password }, 'typed');
    expect(await links.create(caller, { password: password.normalize('NFC') }, 'typed')).toEqual(link);
    await eventually(() => expect(links.eventsOf(link.id)).toHaveLength(1));
    const hash = links.eventsOf(link.id)[0]?.data.route.password_hash;
    expect(await verify(hash, password.normalize('NFKC'))).toBe(true);
  });
});
