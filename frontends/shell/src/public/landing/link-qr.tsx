import { SharePanel } from '@linkway/kit/qr';

/** The link's QR code, the ways to keep it and to hand the link on; a part of its own, as the first script has no place for it. */
export default function LinkQr({ url, copy }: { url: string; copy?: boolean }) {
  return <SharePanel url={url} copy={copy} />;
}
