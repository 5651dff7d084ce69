import { qrPath } from './qr-modules';

interface Props {
  text: string;
  /** What opens when it is read, for people who cannot see it. */
  label: string;
  className?: string;
}

/** The QR code of a text, dark on light in either theme. Its size is its box's. */
export function QrCode({ text, label, className }: Props) {
  const { size, path } = qrPath(text);
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
