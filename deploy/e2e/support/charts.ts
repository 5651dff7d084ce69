import { expect, type Locator, type Page } from '@playwright/test';

/** Something is drawn: a canvas with one colour has no mark. */
export const isDrawn = (canvas: Locator): Promise<boolean> =>
  canvas.evaluate((node: HTMLCanvasElement) => {
    const pixels = node.getContext('2d')?.getImageData(0, 0, node.width, node.height).data ?? [];
    return pixels.some((part) => part !== 0);
  });

export const readout = (page: Page): Locator => page.locator('[data-readout]');

/** Brings a mouse over a chart, at a part of its width, until it tells its values: where a chart lies and how large it is may change until the page is drawn. */
export async function pointAt(page: Page, canvas: Locator, share: number): Promise<void> {
  await expect.poll(() => isDrawn(canvas)).toBe(true);
  await expect(async () => {
    await canvas.scrollIntoViewIfNeeded();
    const box = await canvas.boundingBox();
    if (!box) throw new Error('the chart is not in the page');
    await page.mouse.move(0, 0);
    await page.mouse.move(box.x + box.width * share, box.y + box.height / 2);
    await expect(readout(page).first()).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
}
