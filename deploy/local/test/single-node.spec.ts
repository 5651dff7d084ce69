import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { isAlive } from '@linkway/platform/embedded';
import { eventually } from '@linkway/platform/testkit';
import { ApiSession } from '../api-session.ts';
import { ADMINISTRATOR, Harness } from '../harness.ts';

let node: Harness;
let session: ApiSession;
let link: { id: string; short_code: string };
/** Visits that were answered with the destination. */
let answered = 0;

beforeAll(async () => {
  node = await Harness.start();
  session = await ApiSession.register(node.web);
  link = await session.createLink({ url: 'https://example.com/' });
}, 150_000);
afterAll(() => node?.dispose(), 60_000);

async function visit(): Promise<number> {
  const status = await fetch(`${node.redirect()}/${link.short_code}`, { redirect: 'manual' }).then(
    (response) => response.status,
    () => 0,
  );
  if (status === 302) answered += 1;
  return status;
}
const clicks = async () =>
  (await session.send<{ total: number }>('GET', `/api/links/${link.id}/analytics?kind=all`)).total;

it('the redirect has a process of its own, all else shares one', () => {
  const { pid, processes } = node.record();
  const { redirect, ...others } = processes;
  expect(new Set(Object.values(others).map((entry) => entry.pid))).toEqual(new Set([pid]));
  expect([redirect?.pid === pid, isAlive(redirect?.pid ?? 0)]).toEqual([false, true]);
});

it('a redirect that is killed is brought back, and the others do not notice', async () => {
  expect(await visit()).toBe(302);
  const before = node.pidOf('redirect');
  node.kill('redirect');
  expect((await session.createLink({ url: 'https://example.com/meanwhile' })).id).toEqual(expect.any(String));
  await eventually(async () => expect(await visit()).toBe(302), { timeoutMs: 30_000 });
  expect(node.pidOf('redirect')).not.toBe(before);
  await eventually(async () => expect(await clicks()).toBe(answered), { timeoutMs: 30_000 });
});

it('who registers finds the mails to them in the administrator’s inbox, as there is no mail server', async () => {
  const member = await ApiSession.register(node.web);
  const me = () => member.send<{ email: string; email_verified: boolean }>('GET', '/api/me');
  const { email } = await me();
  const admin = await ApiSession.signIn(node.web, ADMINISTRATOR.email, ADMINISTRATOR.password);
  /** The token in the newest mail of that name to the member, once it is there. */
  const tokenOf = (name: string) =>
    eventually(async () => {
      const path = '/api/admin/mail/inbox';
      const { data } = await admin.send<{ data: { id: string; mail: string; to: string }[] }>('GET', path);
      const { id } = data.find(({ mail, to }) => mail === name && to === email) ?? {};
      if (id === undefined) throw new Error(`${name} is not there`);
      const { text } = await admin.send<{ text: string }>('GET', `${path}/${id}`);
      const link = /http:\/\/\S+/.exec(text)?.[0] ?? '';
      expect(new URL(link).origin).toBe(new URL(node.web).origin);
      return new URLSearchParams(new URL(link).hash.slice(1)).get('token');
    });

  expect((await me()).email_verified).toBe(false);
  await member.send('POST', '/api/auth/confirm', { token: await tokenOf('confirmation') });
  await eventually(async () => expect((await me()).email_verified).toBe(true));

  await member.send('POST', '/api/auth/forgot-password', { email });
  const password = 'another-password-2';
  await member.send('POST', '/api/auth/reset-password', { token: await tokenOf('reset_password'), password });
  await eventually(() => expect(me()).rejects.toThrow('401'));
  expect(await (await ApiSession.signIn(node.web, email, password)).send('GET', '/api/me')).toMatchObject({ email });
  await expect(member.send('GET', '/api/admin/mail/inbox')).rejects.toThrow('401');
});

it('known links are answered while all else is killed, and their clicks are there after the next start', async () => {
  const left = node.pidOf('redirect');
  await node.stop('SIGKILL');
  for (let count = 0; count < 20; count += 1) expect(await visit()).toBe(302);
  await node.start();
  expect(isAlive(left)).toBe(false);
  expect(node.pidOf('redirect')).not.toBe(left);
  await eventually(async () => expect(await clicks()).toBe(answered), { timeoutMs: 30_000 });
}, 150_000);

it('nothing is left of it once it is stopped', async () => {
  const { pid, processes } = node.record();
  await node.stop();
  expect([pid, processes.redirect?.pid ?? 0].map(isAlive)).toEqual([false, false]);
});
