import { Api, administrator } from '../support/api.ts';
import { open } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test('an administrator acts as a user, changes nothing of the account, and returns; each change is in the log', async ({
  page,
  api,
  anotherBrowser,
  watch,
}) => {
  watch.expect(/status of (403|409)/);
  const { email } = await api.register();
  const context = await anotherBrowser();
  const administration = new Api(context.request);
  await administration.signIn(administrator);
  const admin = await context.newPage();
  const elsewhere = await context.newPage();
  await open(elsewhere, '/dashboard?tab=overview');
  await open(admin, `/dashboard?tab=users&search=${encodeURIComponent(email)}`);
  await admin.getByRole('button', { name: `More actions for ${email}` }).click();
  await admin.getByRole('menuitem', { name: 'Act as this user' }).click();
  const question = admin.getByRole('dialog', { name: `Act as ${email}?` });
  await question.getByLabel('Reason (for the log)').fill('Ticket 17');
  await question.getByRole('button', { name: 'Act as this user' }).click();

  const notice = admin.getByRole('region', { name: 'You act as somebody else' });
  await expect(notice).toContainText(`You see and do what ${email} may.`);
  await expect(admin.getByRole('link', { name: 'Users' })).toHaveCount(0);
  // A page that was open before is the administrator's still, and says so before it does anything.
  await elsewhere.bringToFront();
  await expect(elsewhere.getByRole('alert').filter({ hasText: 'another tab' })).toBeVisible();
  await admin.bringToFront();

  await open(admin, '/dashboard?tab=create');
  await admin.getByLabel('Destination URL').fill('https://example.com/for-a-customer');
  await admin.getByRole('main').getByRole('button', { name: 'Create link' }).click();
  const links = async () => (await api.ok<{ data: { original_url: string }[] }>('GET', '/api/links')).data;
  await expect.poll(links).toMatchObject([{ original_url: 'https://example.com/for-a-customer' }]);
  await open(admin, '/dashboard?tab=settings');
  const kept = await administration.send('PATCH', '/api/me/settings', { display_mode: 'dark' });
  expect([kept.status(), ((await kept.json()) as { code: string }).code]).toEqual([
    403,
    'auth.impersonation_forbidden',
  ]);

  // The user is who they were, and sees nobody beside them.
  await open(page, '/dashboard?tab=links');
  await expect(page.getByText('example.com/for-a-customer').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'You act as somebody else' })).toHaveCount(0);

  await notice.getByRole('button', { name: 'Return to my account' }).click();
  await expect(admin).toHaveURL(/tab=users/);
  await expect(admin.getByRole('link', { name: 'Users' }).first()).toBeVisible();
  await expect(notice).toHaveCount(0);

  await open(admin, `/dashboard?tab=logs&search=${encodeURIComponent(email)}`);
  const row = (action: string) => admin.locator('main [data-row]').filter({ hasText: action });
  await expect(async () => {
    await admin.reload();
    await expect(row('Acting as a user begun')).toContainText('Ticket 17', { timeout: 2_000 });
    await expect(row('Done as a user')).toContainText('createLink', { timeout: 2_000 });
    await expect(row('Acting as a user ended')).toContainText(administrator.email, { timeout: 2_000 });
  }).toPass();
});

test('what an administrator does as a user ends at once with the rights of the one and the standing of the other', async ({
  api,
  anotherBrowser,
}) => {
  const { email, password } = await api.register();
  const first = new Api((await anotherBrowser()).request);
  const second = new Api((await anotherBrowser()).request);
  const helper = await second.register();
  await first.signIn(administrator);
  const idOf = async (address: string): Promise<string> => {
    const at = `/api/admin/users?search=${encodeURIComponent(address)}`;
    return (await first.ok<{ data: { id: string }[] }>('GET', at)).data[0]?.id ?? '';
  };
  const [user, other] = [await idOf(email), await idOf(helper.email)];
  await first.ok('PATCH', `/api/admin/users/${other}`, { role: 'admin' });
  await second.signIn(helper);
  const who = async () => (await second.ok<{ email: string }>('GET', '/api/me')).email;
  const begin = () => second.ok('POST', `/api/admin/users/${user}/impersonation`, {});

  await begin();
  expect(await who()).toBe(email);
  await first.ok('PATCH', `/api/admin/users/${user}`, { status: 'suspended' });
  await expect.poll(who).toBe(helper.email);
  await first.ok('PATCH', `/api/admin/users/${user}`, { status: 'active' });
  await begin();
  await first.ok('PATCH', `/api/admin/users/${other}`, { role: 'user' });
  await expect.poll(who).toBe(helper.email);
  expect((await second.send('POST', `/api/admin/users/${user}/impersonation`, {})).status()).toBe(403);
  await api.signIn({ email, password });
});

test('the browser of an administrator who acts as a user in privacy mode is not taken for one of theirs', async ({
  api,
  anotherBrowser,
}) => {
  const { email } = await api.register();
  const { own_visits_token } = await api.ok<{ own_visits_token: string }>('PATCH', '/api/me/settings', {
    privacy_mode: true,
  });
  const context = await anotherBrowser();
  const administration = new Api(context.request);
  await administration.signIn(administrator);
  const at = `/api/admin/users?search=${encodeURIComponent(email)}`;
  const [found] = (await administration.ok<{ data: { id: string }[] }>('GET', at)).data;
  await administration.ok('POST', `/api/admin/users/${found?.id}/impersonation`, {});
  expect((await administration.ok<{ email: string }>('GET', '/api/me')).email).toBe(email);
  expect(await administration.ok('GET', '/api/me/settings')).toMatchObject({
    privacy_mode: true,
    own_visits_token: null,
  });
  const known = (await context.cookies()).map(({ value }) => value);
  expect(known.length).toBeGreaterThan(0);
  expect(known).not.toContain(own_visits_token);
});
