import type { Link } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { SharePanel } from '@linkway/kit/qr';
import { Modal } from '@linkway/kit/ui/dialog';
import type { Dialog } from '@linkway/kit/ui/form';
import { shortAddress } from '../data/short-address';

export interface ShareDialogProps {
  link: Link;
  dialog: Pick<Dialog<Link>, 'open' | 'end'> & Partial<Pick<Dialog<Link>, 'zIndex' | 'afterClose'>>;
}

export default function SharePart({ link, dialog }: ShareDialogProps) {
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
