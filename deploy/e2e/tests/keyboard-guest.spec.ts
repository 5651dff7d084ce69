import { Keys } from '../support/keyboard.ts';
import { expect, test } from '../support/test.ts';

// A guest's link may not lead to this machine.
const SITE = 'https://destination.example';

test('a guest without a mouse shortens, copies, opens the QR code and takes a link off the list', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const keys = await Keys.of(page);
  await page.goto('/');
  await expect(page.locator('[data-drawn]')).toHaveCount(0);
  await keys.press('Tab');
  await keys.at(page.getByRole('link', { name: 'Skip to content' }));
  await keys.press('Enter');
  const url = page.getByLabel('Your long link');
  await keys.press('Tab');
  await keys.at(url);

  // What is wrong is said at the field, which keeps the focus.
  await keys.type('not an address');
  await keys.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Invalid URL');
  await keys.at(url);
  await keys.retype(`${SITE}/first`);
  await keys.press('Enter');
  const result = page.getByRole('region', { name: 'Your short link is ready' });
  await expect(result).toBeInViewport();
  await keys.at(url);
  const first = await result.getByRole('link').first().getAttribute('href');

  const copy = result.getByRole('button', { name: /^Cop/ });
  await keys.toAndPress(copy);
  await expect(copy).toHaveText('Copied');
  await keys.at(copy);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first);
  await keys.to(result.getByRole('button', { name: 'Download PNG' }));

  await keys.to(url, 'Shift+Tab');
  await keys.type(`${SITE}/second`);
  await keys.press('Enter');
  const list = page.getByRole('region', { name: 'Your last links' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  const share = list.getByRole('button', { name: /^QR and share/ });
  await keys.toAndPress(share);
  await keys.at(share);
  await expect(share).toHaveAttribute('aria-expanded', 'true');
  await keys.to(list.getByRole('button', { name: 'Download SVG' }));
  await expect(list.getByRole('img', { name: /^QR code of/ })).toBeInViewport();
  await keys.to(share, 'Shift+Tab');
  await keys.press('Enter');
  await expect(list.getByRole('img')).toHaveCount(0);

  // A further one, so that the list stays; then the last one goes, and the list with it.
  await keys.to(url, 'Shift+Tab');
  await keys.type(`${SITE}/third`);
  await keys.press('Enter');
  await expect(list.getByRole('listitem')).toHaveCount(2);
  const off = list.getByRole('button', { name: /^Take off the list/ });
  await keys.toAndPress(off.first());
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await keys.at(off.first());
  await keys.press('Enter');
  await expect(list).toHaveCount(0);
});
