import { encode } from 'uqr';

/** Light modules around the code, as ISO/IEC 18004 asks for: readers find it by them. */
const QUIET_ZONE = 4;

/** Rows of dark modules; error level M (15 %), so that a print with a scratch still reads. */
export const qrModules = (text: string): { size: number; data: boolean[][] } =>
  encode(text, { border: QUIET_ZONE, ecc: 'M' });

/** The dark modules as the path of an SVG. */
export function qrPath(text: string): { size: number; path: string } {
  const { data, size } = qrModules(text);
  const path = data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('');
  return { size, path };
}
