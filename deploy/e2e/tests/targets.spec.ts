import { lookOver } from '../support/look-over.ts';
import { dashboardPages, open, phone, publicPages } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

for (const [name, options] of [
  ['a phone', phone],
  ['a tablet', { ...phone, viewport: { width: 1024, height: 768 } }],
] as const) {
  test(`on ${name} a finger meets each control of each page`, async ({
    api,
    linkway,
    context,
    anotherBrowser,
    watch,
  }) => {
    watch.expect(/status of 404/);
    const small = async (path: string): Promise<string[]> => {
      await open(page, path);
      await page.waitForLoadState('networkidle');
      return (await lookOver(page)).filter((fault) => fault.startsWith('small'));
    };
    let page = await (await anotherBrowser(options)).newPage();
    for (const path of publicPages) expect.soft(await small(path), path).toEqual([]);

    await api.register();
    const link = await api.createLink({ url: `${linkway.destination}/met`, title: 'Met' });
    page = await (await anotherBrowser({ ...options, storageState: await context.storageState() })).newPage();
    for (const path of [
      ...dashboardPages,
      '/dashboard?tab=my-links&search=nothing-like-it',
      `/dashboard?tab=analytics&link=${link.id}&period=custom`,
    ])
      expect.soft(await small(path), path).toEqual([]);

    await open(page, '/dashboard?tab=my-links');
    const field = page.getByRole('searchbox');
    await field.fill('met');
    await expect(page.locator('main [data-row]')).toHaveCount(1);
    expect((await lookOver(page)).filter((fault) => fault.startsWith('small'))).toEqual([]);
    await page.getByRole('button', { name: /^Edit / }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect((await lookOver(page)).filter((fault) => fault.startsWith('small'))).toEqual([]);
  });
}
