import { describe, expect, it } from '@jest/globals';
import { Transformer } from '@napi-rs/image';
import { imageSize } from 'image-size';
import { smallIcon, smallPicture } from './small-image.js';

const drawn = (width: number, height: number) =>
  Transformer.fromRgbaPixels(Buffer.alloc(width * height * 4, 200), width, height);
const sizeOf = (file: Buffer | null) => {
  if (file === null) return null;
  const { width, height, type } = imageSize(file);
  return [type, width, height];
};

describe('smallIcon', () => {
  it('makes icons of all common kinds small, and none larger', async () => {
    expect(sizeOf(await smallIcon(await drawn(64, 64).ico()))).toEqual(['webp', 32, 32]);
    expect(sizeOf(await smallIcon(await drawn(180, 90).png()))).toEqual(['webp', 32, 16]);
    expect(sizeOf(await smallIcon(await drawn(48, 48).webp(80)))).toEqual(['webp', 32, 32]);
    expect(sizeOf(await smallIcon(await drawn(16, 16).png()))).toEqual(['webp', 16, 16]);
  });

  it('opens no drawing, nothing broken and nothing huge', async () => {
    expect(await smallIcon(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBeNull();
    expect(await smallIcon(Buffer.alloc(0))).toBeNull();
    expect(await smallIcon(Buffer.from('<html>not found</html>'))).toBeNull();
    expect(await smallIcon((await drawn(64, 64).png()).subarray(0, 60))).toBeNull();
    expect(await smallIcon(await drawn(2_000, 2_000).png())).toBeNull();
  });

  it('opens no icon that is larger within than it says', async () => {
    const inside = await drawn(1_500, 1_500).png();
    const head = Buffer.from([0, 0, 1, 0, 1, 0, 32, 32, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0]);
    head.writeUInt32LE(inside.length, 14);
    expect(await smallIcon(Buffer.concat([head, inside]))).toBeNull();
    const bitmap = Buffer.alloc(64);
    bitmap.writeUInt32LE(40, 0);
    bitmap.writeInt32LE(100_000, 4);
    bitmap.writeInt32LE(100_000, 8);
    head.writeUInt32LE(bitmap.length, 14);
    expect(await smallIcon(Buffer.concat([head, bitmap]))).toBeNull();
    expect(await smallIcon(head.subarray(0, 12))).toBeNull();
  });
});

describe('smallPicture', () => {
  it('makes the picture of a card small and keeps its shape', async () => {
    expect(sizeOf(await smallPicture(await drawn(1_200, 630).png()))).toEqual(['webp', 400, 210]);
    expect(await smallPicture(await drawn(4_100, 3_100).png())).toBeNull();
  });
});
