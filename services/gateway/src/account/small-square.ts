import { AVATAR_SIZE, MAX_AVATAR_PIXELS } from '@linkway/contracts';
import { Admission, AppError } from '@linkway/platform';
import { imageSize } from 'image-size';

/** A picture takes some hundred MB for a second, so they are opened one by one. */
const ONE_BY_ONE = new Admission({ atOnce: 1, queued: 8 });
const QUALITY = 82;
const MILLION = 1_000_000;

/** By their first bytes, whatever they are said to be. */
const FORMATS: readonly ((file: Buffer) => boolean)[] = [
  (file) => file.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (file) => file.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
  (file) => file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP',
];

/**
 * The middle of a JPEG, PNG or WebP picture as a WebP square, upright and without what else the file tells, such as where it
 * was taken. Throws `avatar.type_unsupported`, `avatar.too_many_pixels`, `avatar.unreadable`, and `service.busy` where many wait.
 * `whom`: whose picture it is.
 */
export async function smallSquare(file: Buffer, whom: string | null): Promise<Buffer> {
  if (!FORMATS.some((is) => is(file))) throw new AppError('avatar.type_unsupported');
  const { width, height } = sizeOf(file);
  // Before it is opened: a few kilobytes may unfold to gigabytes.
  if (width * height > MAX_AVATAR_PIXELS) {
    throw new AppError('avatar.too_many_pixels', { max: MAX_AVATAR_PIXELS / MILLION });
  }
  const side = Math.min(width, height, AVATAR_SIZE);
  return ONE_BY_ONE.run(() => open(file, side), whom);
}

function sizeOf(file: Buffer): { width: number; height: number } {
  try {
    const { width, height } = imageSize(file);
    if (width > 0 && height > 0) return { width, height };
  } catch (cause) {
    throw new AppError('avatar.unreadable', {}, { cause });
  }
  throw new AppError('avatar.unreadable');
}

async function open(file: Buffer, side: number): Promise<Buffer> {
  // 18 MB of program that most processes never need.
  const { ResizeFilterType, ResizeFit, Transformer } = await import('@napi-rs/image');
  try {
    return await new Transformer(file)
      .rotate()
      .resize({ width: side, height: side, filter: ResizeFilterType.CatmullRom, fit: ResizeFit.Cover })
      .webp(QUALITY);
  } catch (cause) {
    throw new AppError('avatar.unreadable', {}, { cause });
  }
}
