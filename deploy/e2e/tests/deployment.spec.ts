import { Api, administrator } from '../support/api.ts';
import { open } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test('an administrator sees that each service is ready, what is not set up, and the steps', async ({ page }) => {
  await new Api(page.context().request).signIn(administrator);
  await open(page, '/dashboard?tab=deployment');
  await expect(page.getByText('Everything is ready.')).toBeVisible();
  const services = page.getByRole('list', { name: 'Readiness' }).getByRole('listitem');
  await expect(services).toHaveCount(7);
  for (const name of ['gateway', 'identity', 'links', 'redirect', 'analytics', 'domains', 'content'])
    await expect(services.filter({ hasText: new RegExp(`^${name} ready`) })).toHaveCount(1);
  await expect(services.filter({ hasText: /^links/ })).toContainText('postgres');
  await expect(services.filter({ hasText: /^analytics/ })).toContainText('clickhouse');
  // No mail server is set here, and the app is told of no address.
  const items = page.getByRole('list', { name: 'Checklist' }).getByRole('listitem');
  await expect(items.filter({ hasText: 'Every service is ready' })).toContainText('Done');
  const asked = page.waitForRequest('**/api/admin/deployment');
  await page.getByRole('button', { name: 'Check again' }).click();
  await asked;
  await expect(page.getByText('Everything is ready.')).toBeVisible();
  await items.filter({ hasText: 'Emails are sent' }).getByRole('link', { name: 'Set up a mail server' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Email settings' })).toBeVisible();
});

test('the guide is for Compose or for Helm, as the address says, and its commands are copied', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await new Api(page.context().request).signIn(administrator);
  await open(page, '/dashboard?tab=deployment');
  await expect(page.getByRole('region', { name: 'Start it', exact: true })).toContainText('docker compose up');
  await page.getByText('Kubernetes (Helm)').click();
  await expect(page).toHaveURL(/with=helm/);
  await expect(page.getByRole('region', { name: 'Start it', exact: true })).toHaveCount(0);
  await page.reload();
  const install = page.getByRole('region', { name: 'Install it', exact: true });
  await expect(install).toContainText('helm upgrade --install linkway helm/linkway');
  await page.getByRole('button', { name: 'Copy Install it' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await install.textContent());
  await expect(page.getByRole('region', { name: 'Go back to the release before' })).toContainText(
    'helm rollback linkway',
  );
  await page.getByText('Docker Compose', { exact: true }).click();
  await expect(page).not.toHaveURL(/with=/);
  await expect(page.getByRole('region', { name: 'Which containers run' })).toBeVisible();
});

test('nobody else has the guide', async ({ page, api }) => {
  await api.register();
  expect((await api.send('GET', '/api/admin/deployment')).status()).toBe(403);
  await open(page, '/dashboard');
  await expect(page.getByRole('link', { name: 'Deployment guide' })).toHaveCount(0);
});
