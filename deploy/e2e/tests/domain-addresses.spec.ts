import { Api, administrator } from '../support/api.ts';
import { open } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

// What is set of the domain is everybody's for that time: of its addresses the one that no other test asks for.
test('a domain leads by itself to where its administrator says, from the next moment on', async ({
  page,
  api,
  linkway,
  request,
  anotherBrowser,
  watch,
}) => {
  watch.expect(/status of 400/);
  await api.register();
  const { short_url } = await api.createLink({ url: `${linkway.destination}/known` });
  const name = new URL(short_url).host;
  // At the redirect itself: where the web app is on the same domain, that is what opens there.
  const root = async () =>
    (await request.get(linkway.redirect, { maxRedirects: 0, headers: { host: name } })).headers().location ?? null;
  const toLinkway = await root();

  const admin = new Api((await anotherBrowser()).request);
  await admin.signIn(administrator);
  await api.signIn(administrator);
  await open(page, '/dashboard?tab=domains');
  const edit = page.getByRole('button', { name: `Change addresses of ${name}` });
  const dialog = page.getByRole('dialog', { name: `Addresses of ${name}` });
  const field = dialog.getByLabel('Address of the domain itself');
  const address = `${linkway.destination}/our-site`;
  try {
    await edit.click();
    await field.fill(new URL('/circle', short_url).href);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('This is already a short link of this service')).toBeVisible();
    await field.fill(address);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(`Addresses of ${name} saved`)).toBeVisible();
    await expect(edit).toBeFocused();
    await expect.poll(root, { timeout: 5_000 }).toBe(address);
    await expect(page.locator('main [data-row]').first()).toContainText(address);
  } finally {
    const { data } = await admin.ok<{ data: { id: string }[] }>('GET', '/api/admin/domains');
    for (const { id } of data) await admin.ok('PATCH', `/api/admin/domains/${id}`, { root_url: null });
  }
  await expect.poll(root, { timeout: 5_000 }).toBe(toLinkway);
});

test('on a phone each line of a domain says which address it is', async ({ page, api }) => {
  await api.signIn(administrator);
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/dashboard?tab=domains');
  const card = page.locator('main [data-row]').first();
  await expect(card).toContainText(
    /Address of the domain itself: \S.*Address for unknown codes: \S.*Address for expired links: \S/s,
    { useInnerText: true },
  );
});
