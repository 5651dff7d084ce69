import type { Link } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { Button, Drawer } from '@linkway/kit/ui';
import { useState } from 'react';
import { shortAddress } from '../../data/short-address';
import { useSmallScreen } from '../../parts/use-small-screen';
import { EditForm } from './edit-form';
import styles from './my-links-page.module.css';

interface Props {
  /** The link that is edited; null: closed. */
  link: Link | null;
  onClose: () => void;
}

const FORM = 'edit-link';

/** Everything of a link, in a drawer over the list. */
export function EditDrawer({ link, onClose }: Props) {
  const { t } = useTranslation('dashboard');
  const [busy, setBusy] = useState(false);
  const small = useSmallScreen();
  return (
    <Drawer
      open={link !== null}
      size={small ? '100%' : 520}
      title={link ? t('links.edit_of', { address: shortAddress(link.short_url) }) : ''}
      onClose={onClose}
      destroyOnHidden
      footer={
        <div className={styles.drawerFoot}>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="primary" htmlType="submit" form={FORM} loading={busy}>
            {t('save')}
          </Button>
        </div>
      }
    >
      {link && <EditForm key={link.id} id={FORM} link={link} onBusy={setBusy} onSaved={onClose} />}
    </Drawer>
  );
}
