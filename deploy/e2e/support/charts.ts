import { expect, type Locator, type Page } from '@playwright/test';

/** Runs in the page. From a copy: the canvas itself warns of being read more than once. */
function read(node: HTMLCanvasElement, whole: boolean): number[] | boolean {
  const { width, height } = node;
  if (width === 0 || height === 0) return whole ? [] : false;
  const copy = Object.assign(document.createElement('canvas'), { width, height });
  const drawing = copy.getContext('2d', { willReadFrequently: true });
  drawing?.drawImage(node, 0, 0);
  const pixels = drawing?.getImageData(0, 0, width, height).data ?? [];
  return whole ? [...pixels] : pixels.some((part) => part !== 0);
}

/** What a canvas shows, four bytes a pixel. */
export const pixelsOf = async (canvas: Locator): Promise<number[]> => (await canvas.evaluate(read, true)) as number[];

/** Something is drawn: a canvas with one colour has no mark. */
export const isDrawn = async (canvas: Locator): Promise<boolean> => (await canvas.evaluate(read, false)) as boolean;

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
