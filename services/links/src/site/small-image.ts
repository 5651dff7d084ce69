import { Admission } from '@linkway/platform';
import { imageSize } from 'image-size';

/** One by one: each takes its whole size in memory. Whoever finds many waiting does without. */
const ONE_BY_ONE = new Admission({ atOnce: 1, queued: 64 });

interface Bounds {
  /** Width and height of what is made of it, at most. */
  side: number;
  /** Before it is opened: a few kilobytes may unfold to gigabytes. */
  maxPixels: number;
  quality: number;
}

const ICON: Bounds = { side: 32, maxPixels: 1_100_000, quality: 90 };
const PICTURE: Bounds = { side: 400, maxPixels: 12_000_000, quality: 70 };

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const isPng = (file: Buffer): boolean => file.subarray(0, 8).equals(PNG);
const isJpeg = (file: Buffer): boolean => file.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]));
const isWebp = (file: Buffer): boolean =>
  file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP';
const isIco = (file: Buffer): boolean => file.subarray(0, 4).equals(Buffer.from([0, 0, 1, 0]));

/** An icon of a site as WebP, 32 pixels at most; null: it is none that is opened here. Drawings (SVG) are programs, and are not. */
export const smallIcon = (file: Buffer): Promise<Buffer | null> => (isIco(file) ? ofIco(file) : ofPicture(file, ICON));

/** The picture of a page's card as WebP, 400 pixels at most; null: it is none that is opened here. */
export const smallPicture = (file: Buffer): Promise<Buffer | null> => ofPicture(file, PICTURE);

async function ofPicture(file: Buffer, bounds: Bounds): Promise<Buffer | null> {
  // By its first bytes, whatever it is said to be.
  if (![isPng, isJpeg, isWebp].some((is) => is(file))) return null;
  const pixels = pixelsOf(file);
  return pixels > 0 && pixels <= bounds.maxPixels ? open(file, bounds) : null;
}

function pixelsOf(file: Buffer): number {
  try {
    const { width, height } = imageSize(file);
    return width * height;
  } catch {
    return 0;
  }
}

const HEAD = 6;
const ENTRY = 16;
const MOST_ENTRIES = 32;
const MOST_BITMAP = 256;

/** Several in one file, each a PNG or a bitmap with a size of its own, which is not always the one that the file tells. */
function ofIco(file: Buffer): Promise<Buffer | null> {
  const count = Math.min(file.length >= HEAD ? file.readUInt16LE(4) : 0, MOST_ENTRIES);
  for (let number = 0; number < count; number += 1) {
    const at = HEAD + number * ENTRY;
    if (at + ENTRY > file.length) return Promise.resolve(null);
    const offset = file.readUInt32LE(at + 12);
    const one = file.subarray(offset, offset + file.readUInt32LE(at + 8));
    if (isPng(one)) {
      if (pixelsOf(one) > ICON.maxPixels) return Promise.resolve(null);
    } else if (
      one.length < 12 ||
      Math.abs(one.readInt32LE(4)) > MOST_BITMAP ||
      Math.abs(one.readInt32LE(8)) > 2 * MOST_BITMAP
    ) {
      return Promise.resolve(null);
    }
  }
  return count === 0 ? Promise.resolve(null) : open(file, ICON);
}

async function open(file: Buffer, { side, quality }: Bounds): Promise<Buffer | null> {
  // 18 MB of program that a process without links never needs.
  const { ResizeFilterType, ResizeFit, Transformer } = await import('@napi-rs/image');
  try {
    return await ONE_BY_ONE.run(async () => {
      const picture = new Transformer(file).rotate();
      const { width, height } = await picture.metadata();
      if (Math.max(width, height) > side)
        picture.resize({ width: side, height: side, filter: ResizeFilterType.CatmullRom, fit: ResizeFit.Inside });
      return picture.webp(quality);
    });
  } catch {
    // Broken, or too many wait.
    return null;
  }
}
