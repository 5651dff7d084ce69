import { encode } from 'uqr';
import { light } from '../theme/tokens';

/** Light modules around the code, which readers need to find it. */
const MARGIN = 2;

function modules(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { border: MARGIN });
  const path = data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('');
  return { size, path };
}

interface Props {
  text: string;
  /** What opens when it is read, for people who cannot see it. */
  label: string;
  className?: string;
}

/** The QR code of a text, dark on light in either theme. Its size is its box's. */
export function QrCode({ text, label, className }: Props) {
  const { size, path } = modules(text);
  return (
    <svg
      className={className}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path fill="var(--lw-code-paper)" d={`M0 0h${size}v${size}H0z`} />
      <path fill="var(--lw-code-ink)" d={path} />
    </svg>
  );
}

/** The same picture as a file of its own. */
export function qrSvg(text: string): string {
  const { size, path } = modules(text);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size * 16}" height="${size * 16}" viewBox="0 0 ${size} ${size}" ` +
    `shape-rendering="crispEdges"><path fill="${light.codePaper}" d="M0 0h${size}v${size}H0z"/>` +
    `<path fill="${light.codeInk}" d="${path}"/></svg>`
  );
}
