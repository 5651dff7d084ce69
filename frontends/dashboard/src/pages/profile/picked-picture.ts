import { MAX_AVATAR_BYTES } from '@linkway/contracts/rules';
import type { ErrorCode } from '@linkway/kit/ui/form';

export const AVATAR_TYPES = ['image/jpeg', 'image/png', 'image/webp'];

/** What is wrong with a file before it is sent; null: nothing that shows without opening it. */
export function fileFault({ type, size }: File): ErrorCode | null {
  if (!AVATAR_TYPES.includes(type)) return 'avatar.type_unsupported';
  return size > MAX_AVATAR_BYTES ? 'avatar.too_large' : null;
}

/**
 * A picture as it will be shown: its middle as a square, as a `data:` address, as the page's policy takes no others. null: the browser
 * cannot open it.
 */
export async function squareOf(file: Blob, size: number): Promise<string | null> {
  try {
    const picture = await createImageBitmap(file);
    const canvas = document.createElement('canvas');
    canvas.width = size;
    canvas.height = size;
    const side = Math.min(picture.width, picture.height);
    const [x, y] = [(picture.width - side) / 2, (picture.height - side) / 2];
    canvas.getContext('2d')?.drawImage(picture, x, y, side, side, 0, 0, size, size);
    picture.close();
    return canvas.toDataURL();
  } catch {
    return null;
  }
}
