import { open } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

const asked = '2026-11-02';

for (const [given, right] of [
  ['?tab=nope&foo=bar&range=never', '?tab=overview'],
  ['?foo=bar', ''],
  ['?tab=create&page=3', '?tab=create'],
  ['?tab=nope&plan=premium&price=900&utm_source=mail', '?plan=premium&price=900&utm_source=mail&tab=overview'],
  ['?tab=my-links&page=zz&sort=up&status=none&foo=1', '?tab=my-links'],
  ['?tab=my-links&status=paused&sort=oldest&invite=a', '?invite=a&tab=my-links&sort=oldest&status=paused'],
  [
    `?tab=analytics&foo=bar&period=custom&from=${asked}&to=${asked}&kind=cat`,
    `?tab=analytics&period=custom&from=${asked}&to=${asked}`,
  ],
  ['?tab=analytics&link=nonsense&period=never', '?tab=analytics'],
] as const) {
  test(`the address ${given} is put right, without a step to go back to`, async ({ page, api }) => {
    await api.register();
    await page.goto('/terms');
    let loaded = 0;
    page.on('load', () => {
      loaded += 1;
    });
    await open(page, `/dashboard${given}`);
    const params = (search: string) => [...new URLSearchParams(search)].map((pair) => pair.join('=')).sort();
    await expect.poll(() => params(new URL(page.url()).search)).toEqual(params(right));
    expect(loaded).toBe(1);
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL(/\/terms$/);
  });
}
