import { crc32, deflateSync } from 'node:zlib';
import { Transformer } from '@napi-rs/image';

type Colour = readonly [number, number, number, number];
export const RED: Colour = [220, 20, 20, 255];
export const BLUE: Colour = [20, 20, 220, 255];

/** Its left half of one colour and its right half of another. */
export function halves(width: number, height: number, [left, right] = [RED, BLUE]): Transformer {
  const pixels = Buffer.alloc(width * height * 4);
  for (let at = 0; at < width * height; at += 1) pixels.set(at % width < width / 2 ? left : right, at * 4);
  return Transformer.fromRgbaPixels(pixels, width, height);
}

/** Whether a picture is red or blue at a place, told in parts of its width and height. */
export async function colourAt(picture: Buffer, x: number, y: number): Promise<'red' | 'blue'> {
  const { width, height } = await new Transformer(picture).metadata();
  const pixels = await new Transformer(picture).rawPixels();
  const channels = pixels.length / (width * height);
  const at = (Math.floor(y * height) * width + Math.floor(x * width)) * channels;
  return (pixels[at] ?? 0) > (pixels[at + 2] ?? 0) ? 'red' : 'blue';
}

/** A JPEG that says how it was held and where it was taken. */
export function withExif(jpeg: Buffer, orientation: number, place: string): Buffer {
  const entry = (tag: number, type: number, count: number, value: Buffer) => {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt16BE(tag, 0);
    bytes.writeUInt16BE(type, 2);
    bytes.writeUInt32BE(count, 4);
    value.copy(bytes, 8);
    return bytes;
  };
  const short = Buffer.alloc(4);
  short.writeUInt16BE(orientation);
  const offset = Buffer.alloc(4);
  offset.writeUInt32BE(8 + 2 + 2 * 12 + 4);
  const tiff = Buffer.concat([
    Buffer.from('MM\0*\0\0\0\x08\0\x02', 'latin1'),
    // 0x010e is a description, 0x0112 the orientation.
    entry(0x010e, 2, place.length + 1, offset),
    entry(0x0112, 3, 1, short),
    Buffer.alloc(4),
    Buffer.from(`${place}\0`),
  ]);
  const data = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const marker = Buffer.from([0xff, 0xe1, 0, 0]);
  marker.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), marker, data, jpeg.subarray(2)]);
}

/** A PNG of one colour; small, however large it says to be. */
export function emptyPng(width: number, height: number, rows = height): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const chunk = (name: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(name), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const rowsOf = deflateSync(Buffer.alloc((width + 1) * rows));
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rowsOf), chunk('IEND', Buffer.alloc(0))]);
}
