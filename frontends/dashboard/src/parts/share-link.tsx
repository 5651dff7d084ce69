import type { Link } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { SharePanel } from '@linkway/kit/qr';
import { Button, Modal } from '@linkway/kit/ui';
import type { Dialog } from '@linkway/kit/ui/form';
import { QrcodeOutlined } from '@linkway/kit/ui/icons';
import { useRef, useState } from 'react';
import { shortAddress } from '../data/short-address';

interface Props {
  link: Link;
  dialog: Pick<Dialog<Link>, 'open' | 'end'> & Partial<Pick<Dialog<Link>, 'zIndex' | 'afterClose'>>;
}

/** A link's QR code and the ways to hand it on. */
export function ShareDialog({ link, dialog }: Props) {
  const { t } = useTranslation('dashboard');
  return (
    <Modal
      open={dialog.open}
      zIndex={dialog.zIndex}
      width={440}
      title={t('share.title_of', { address: shortAddress(link.short_url) })}
      footer={null}
      onCancel={dialog.end}
      afterClose={dialog.afterClose}
      destroyOnHidden
    >
      <SharePanel url={link.short_url} title={link.title ?? undefined} />
    </Modal>
  );
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
