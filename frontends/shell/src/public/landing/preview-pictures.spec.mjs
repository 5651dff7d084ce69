import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { pictures, size } from './preview-pictures';

const MOST = 60_000;

it.each(
  Object.values(pictures)
    .flatMap((themes) => Object.values(themes))
    .map(({ href }) => [href.replace(/.*\//, ''), href]),
)('%s is small, and of the size that the page reserves', (_, href) => {
  const bytes = readFileSync(fileURLToPath(href));
  expect(bytes.length).toBeLessThanOrEqual(MOST);
  expect(bytes.toString('latin1', 8, 16)).toBe('WEBPVP8X');
  const [width, height] = [24, 27].map((at) => bytes.readUIntLE(at, 3) + 1);
  // Of a screen with one and a half pixels to a CSS pixel.
  expect({ width: width / 1.5, height: height / 1.5 }).toEqual(size);
});
