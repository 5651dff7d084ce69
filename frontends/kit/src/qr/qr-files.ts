import { light } from '../theme/tokens';
import { qrModules, qrPath } from './qr-modules';

/** A side of the PNG, in pixels. */
const PNG_SIDE = 1024;

/** The name of a link's picture: that of its code, without what file systems refuse. */
export function qrFileName(url: string, type: 'png' | 'svg'): string {
  const code = decodeURIComponent(new URL(url).pathname.split('/').pop() ?? '');
  return `qr-${code.replace(/[^\p{L}\p{N}_-]+/gu, '-')}.${type}`;
}

/** The picture as an SVG file of its own. */
export function qrSvg(text: string): string {
  const { size, path } = qrPath(text);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size * 16}" height="${size * 16}" viewBox="0 0 ${size} ${size}" ` +
    `shape-rendering="crispEdges"><path fill="${light.codePaper}" d="M0 0h${size}v${size}H0z"/>` +
    `<path fill="${light.codeInk}" d="${path}"/></svg>`
  );
}

/** The picture as a PNG file. Drawn module by module, as the page's policy lets no picture of a blob in. */
export function qrPng(text: string): Promise<Blob> {
  const { size, data } = qrModules(text);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = PNG_SIDE;
  const context = canvas.getContext('2d');
  if (!context) return Promise.reject(new Error('This browser draws no pictures'));
  context.fillStyle = light.codePaper;
  context.fillRect(0, 0, PNG_SIDE, PNG_SIDE);
  context.fillStyle = light.codeInk;
  // Whole pixels for each module, so that no edge is blurred; what is left over widens the margin.
  const unit = Math.floor(PNG_SIDE / size);
  const start = Math.floor((PNG_SIDE - unit * size) / 2);
  data.forEach((row, y) =>
    row.forEach((dark, x) => {
      if (dark) context.fillRect(start + x * unit, start + y * unit, unit, unit);
    }),
  );
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture was made'))), 'image/png'),
  );
}

/** Hands a file to the browser to be kept. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Not at once: some browsers read the file only after the click.
  window.setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
