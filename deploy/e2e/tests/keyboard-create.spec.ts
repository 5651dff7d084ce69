import { Keys } from '../support/keyboard.ts';
import { open } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test('a link with everything is made, copied and shared without a mouse', async ({ page, api, context, linkway }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await api.register();
  const keys = await Keys.of(page);
  await open(page, '/dashboard');
  await keys.press('c');
  const url = page.getByLabel('Destination URL');
  await keys.at(url);
  await keys.type(`${linkway.destination}/by-keyboard`);

  // The one domain that there is.
  const domain = page.getByRole('combobox', { name: /Domain/ });
  await keys.to(domain);
  await keys.press('ArrowDown');
  await expect(page.getByRole('option').first()).toBeAttached();
  await keys.press('Enter');
  await keys.at(domain);
  await expect(domain).toHaveAttribute('aria-expanded', 'false');

  const code = `keys-${Date.now().toString(36)}`;
  await keys.to(page.getByLabel('Custom code'));
  await keys.type(code);
  await keys.to(page.getByLabel('Title'));
  await keys.type('By keyboard');
  await keys.to(page.getByLabel('Description'));
  await keys.type('Two');
  await keys.press('Enter');
  await keys.type('lines');
  await keys.to(page.getByLabel('Password', { exact: true }));
  await keys.type('a secret');
  await keys.toAndPress(page.getByRole('button', { name: 'Show password' }));
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');

  // A time is typed, or one of the spans is pressed; what opens meanwhile holds nobody.
  const time = page.getByLabel('Time limit');
  await keys.to(time);
  await keys.type('31/12/2090 18:00');
  await keys.to(page.getByRole('button', { name: '7 days' }));
  await expect(time).toHaveValue('31/12/2090 18:00');
  await keys.press('Enter');
  await expect(time).not.toHaveValue('31/12/2090 18:00');
  await keys.at(page.getByRole('button', { name: '7 days' }));

  await keys.to(page.getByLabel('Click limit'));
  await keys.type('1000');
  const devices = page.locator('summary').filter({ hasText: 'Device targeting' });
  await keys.toAndPress(devices);
  await keys.at(devices);
  for (const device of ['Mobile', 'Tablet', 'Desktop']) {
    await keys.to(page.getByLabel(`${device} URL`));
    await keys.type(`${linkway.destination}/${device}`);
  }
  await keys.toAndPress(page.getByRole('main').getByRole('button', { name: 'Create link' }));

  const made = page.getByRole('region', { name: 'Your link is ready' });
  await expect(made.getByRole('link', { name: new RegExp(`/${code}$`) })).toBeVisible();
  await expect(made.getByRole('img', { name: 'Asks for a password' })).toBeVisible();
  await expect(made.getByRole('img', { name: 'Works for 1,000 clicks' })).toBeVisible();
  await expect(made.getByRole('img', { name: 'Other destinations for some devices' })).toBeVisible();
  await expect(page.locator('[tabindex="-1"]:has(> section)')).toBeFocused();
  await expect(made).toBeInViewport();

  const copy = made.getByRole('button', { name: /^Cop/ });
  await keys.toAndPress(copy);
  await expect(copy).toHaveText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`/${code}$`));
  const share = made.getByRole('button', { name: /^QR and share/ });
  await keys.toAndPress(share);
  const panel = page.getByRole('dialog', { name: /^QR and share/ });
  await expect(panel).toBeVisible();
  for (const name of ['Download PNG', 'Download SVG']) await keys.to(panel.getByRole('button', { name }));
  for (const place of ['Zalo', 'Facebook', 'X', 'Email']) {
    await keys.to(panel.getByRole('link', { name: `Share on ${place}` }));
  }
  // The dialog holds the focus.
  await keys.to(panel.getByRole('button', { name: 'Download PNG' }));
  await keys.press('Escape');
  await expect(panel).toBeHidden();
  await keys.at(share);
  await keys.toAndPress(made.getByRole('button', { name: 'View analytics' }));
  await keys.reads(page.getByRole('heading', { level: 1, name: 'Analytics' }));
});
