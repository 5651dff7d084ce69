import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { phonePictures, phoneSize, pictures, size } from './preview-pictures';

const MOST = 60_000;
const all = (byLanguage, ...rest) =>
  Object.values(byLanguage)
    .flatMap((themes) => Object.values(themes))
    .map(({ href }) => [href.replace(/.*\//, ''), href, ...rest]);

it.each([...all(pictures, size, 1.5), ...all(phonePictures, phoneSize, 2)])(
  '%s is small, and of the size that the page reserves',
  (_, href, reserved, pixels) => {
    const bytes = readFileSync(fileURLToPath(href));
    expect(bytes.length).toBeLessThanOrEqual(MOST);
    expect(bytes.toString('latin1', 8, 16)).toBe('WEBPVP8X');
    const [width, height] = [24, 27].map((at) => bytes.readUIntLE(at, 3) + 1);
    expect({ width: width / pixels, height: height / pixels }).toEqual(reserved);
  },
);
