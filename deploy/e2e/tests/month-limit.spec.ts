import { open } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

const MONTHLY = 50;

test('who has used all links of the month is told when the next one begins', async ({ page, api, linkway }) => {
  await api.register();
  for (let count = 1; count <= MONTHLY; count += 1) await api.createLink({ url: `${linkway.destination}/${count}` });
  const { month_ends_at } = await api.ok<{ month_ends_at: string }>('GET', '/api/me');
  const ends = Date.parse(month_ends_at) - Date.now();
  expect(ends).toBeGreaterThan(0);
  expect(ends).toBeLessThanOrEqual(31 * 86_400_000 + 3_600_000);
  const shown = await page.evaluate((at) => {
    const two = (part: number) => String(part).padStart(2, '0');
    const date = new Date(at);
    return `${two(date.getDate())}/${two(date.getMonth() + 1)}/${date.getFullYear()} ${two(date.getHours())}:${two(date.getMinutes())}`;
  }, month_ends_at);
  await open(page, '/dashboard');
  await expect(page.getByRole('region', { name: 'Your plan' })).toContainText(`Create links again from ${shown}.`);
  await open(page, '/dashboard?tab=create');
  await expect(page.getByRole('alert').filter({ hasText: 'You have used all 50 links this month.' })).toContainText(
    `Create links again from ${shown}.`,
  );
  await expect(page.getByRole('main').getByRole('button', { name: 'Create link' })).toBeDisabled();
});
