import { describe, expect, it } from '@jest/globals';
import { changePasswordRpc, monthlyLimitReached, startImpersonationRpc, updateSettingsRpc } from '@linkway/contracts';
import { useServers } from '@linkway/platform/testkit';
import { DataSource } from 'typeorm';
import { Notifier } from '../src/notification/notifier.js';
import { mailAbout, mailServerOf } from './account-mails.js';
import { administrator } from './administrator.js';
import { create as createKey, list as listKeys, remove, setPlan } from './api-keys.js';
import { BROWSER, PASSWORD, register, sql, start } from './identity.js';
import { confirmAddress, kindsOf, mailsOf } from './notifications.js';
import { inSession } from './two-factor.js';

const servers = useServers({ postgres: true, nats: true });

describe('notifications by mail', () => {
  it('go to a confirmed address, in the language of the account, with the way to what they tell of', async () => {
    const running = await start(servers.env('notified'));
    const mails = await mailServerOf(running);
    const session = await register(running, { language: 'vi' });
    await confirmAddress(running, session);
    await setPlan(running, 'premium');
    await createKey(running, session, { key_name: '<b>CI</b> & co' });
    const mail = await mailAbout(mails, 'Thông báo: Đã tạo API key: <b>CI</b> & co', 'an@example.com');
    expect(mail.links).toContain('https://linkway.example/dashboard?tab=api');
    expect(mail.content).toContain('https://linkway.example/dashboard?tab=settings');
  });

  it('are none where the owner has turned them off, nor while nobody has confirmed the address', async () => {
    const running = await start(servers.env('unwanted'));
    const session = await register(running);
    const choose = (email_notifications: boolean) =>
      inSession(running, session, updateSettingsRpc, { email_notifications });
    await setPlan(running, 'premium');
    await createKey(running, session);
    expect(await mailsOf(running, session)).toEqual([]);
    await confirmAddress(running, session);
    expect(await choose(false)).toMatchObject({ email_notifications: false });
    await createKey(running, session);
    expect(await mailsOf(running, session)).toEqual([]);
    expect(await choose(true)).toMatchObject({ email_notifications: true });
    await createKey(running, session);
    expect(await mailsOf(running, session)).toHaveLength(1);
    // In the app it is told in any case.
    expect(await kindsOf(running, session)).toHaveLength(3);
  });

  it('are none to an account that is shut, which finds them in the app once it is open again', async () => {
    const running = await start(servers.env('shut'));
    const session = await register(running);
    await confirmAddress(running, session);
    const told = { userId: session.user.id, notification: monthlyLimitReached, variables: { limit: '50' } };
    const tell = () =>
      running
        .get<DataSource>(DataSource)
        .transaction((manager) => running.get<Notifier>(Notifier).tellIn(told, manager));
    await sql(running, "UPDATE users SET status = 'suspended'");
    await tell();
    expect(await mailsOf(running, session)).toEqual([]);
    await sql(running, "UPDATE users SET status = 'active'");
    expect(await kindsOf(running, session)).toEqual(['monthly_limit_reached']);
    await tell();
    expect(await mailsOf(running, session)).toHaveLength(1);
  });

  it('do not tell once more what has a mail of its own, which goes whatever the owner has chosen', async () => {
    const running = await start(servers.env('own-mails'));
    const mails = await mailServerOf(running);
    const session = await register(running);
    await confirmAddress(running, session);
    await inSession(running, session, updateSettingsRpc, { email_notifications: false });
    const next = await inSession(running, session, changePasswordRpc, {
      current_password: PASSWORD,
      new_password: 'another phrase 2',
      origin: BROWSER,
    });
    await mailAbout(mails, 'Your password was changed', 'an@example.com');
    expect(await kindsOf(running, next)).toEqual(['password_changed']);
    expect(await mailsOf(running, next)).toEqual([]);
  });

  it('are 20 an hour at most, and of others each gets their own', async () => {
    const running = await start(servers.env('many'));
    const [admin, session] = [await administrator(running), await register(running)];
    await confirmAddress(running, session);
    await setPlan(running, 'premium');
    for (let time = 0; time < 11; time += 1) {
      await createKey(running, session);
      const [key] = await listKeys(running, session);
      await remove(running, session, key?.id ?? '');
    }
    await inSession(running, admin, startImpersonationRpc, { id: session.user.id });
    const sent = await mailsOf(running, session);
    expect(sent).toHaveLength(20);
    expect(new Set(sent.map(({ recipient }) => recipient))).toEqual(new Set(['an@example.com']));
    expect(await mailsOf(running, admin)).toEqual([]);
  });
});
