import { writeFileSync } from 'node:fs';
import type { Browser } from '@playwright/test';

const QUALITIES = [0.85, 0.8, 0.75, 0.7];

/**
 * Writes a screenshot as WebP of at most so many bytes, as good as these allow. Chromium takes screenshots as PNG or
 * JPEG only, but its canvas knows the format.
 */
export async function writeWebp(browser: Browser, file: string, png: Buffer, most: number): Promise<void> {
  const page = await browser.newPage();
  try {
    const urls = await page.evaluate(
      async ({ source, qualities }) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        const canvas = document.createElement('canvas');
        canvas.width = image.naturalWidth;
        canvas.height = image.naturalHeight;
        canvas.getContext('2d')?.drawImage(image, 0, 0);
        return qualities.map((quality) => canvas.toDataURL('image/webp', quality));
      },
      { source: `data:image/png;base64,${png.toString('base64')}`, qualities: QUALITIES },
    );
    const bytes = urls
      .map((url) => Buffer.from(url.replace('data:image/webp;base64,', ''), 'base64'))
      .find(({ length }) => length <= most);
    if (!bytes) throw new Error(`${file} would have more than ${most} bytes`);
    writeFileSync(file, bytes);
  } finally {
    await page.close();
  }
}
