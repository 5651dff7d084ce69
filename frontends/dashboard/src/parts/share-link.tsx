import type { Link } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { Button, lazyDialog } from '@linkway/kit/ui';
import { QrcodeOutlined } from '@linkway/kit/ui/icons';
import { useRef, useState } from 'react';
import { shortAddress } from '../data/short-address';
import type { ShareDialogProps } from './share-dialog';

// Its code and the drawing of it are fetched when it is first opened.
const SharePart = lazyDialog(
  () => import('./share-dialog'),
  ({ dialog }: ShareDialogProps) => {
    dialog.end();
    dialog.afterClose?.();
  },
);

/** A link's QR code and the ways to hand it on, there until it is out of sight. */
export function ShareDialog({ link, dialog }: ShareDialogProps) {
  const [used, setUsed] = useState(dialog.open);
  if (dialog.open && !used) setUsed(true);
  const afterClose = (): void => {
    setUsed(false);
    dialog.afterClose?.();
  };
  return used && <SharePart link={link} dialog={{ ...dialog, afterClose }} />;
}

/** Opens it, beside a link that is shown alone. */
export function ShareButton({ link, size }: { link: Link; size?: 'large' }) {
  const { t } = useTranslation('dashboard');
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={button}
        size={size}
        icon={<QrcodeOutlined />}
        aria-haspopup="dialog"
        aria-label={t('share.title_of', { address: shortAddress(link.short_url) })}
        onClick={() => setOpen(true)}
      >
        {t('share.title')}
      </Button>
      <ShareDialog
        link={link}
        dialog={{ open, end: () => setOpen(false), afterClose: () => button.current?.focus() }}
      />
    </>
  );
}
