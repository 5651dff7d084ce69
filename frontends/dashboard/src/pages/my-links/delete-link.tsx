import { type ApiProblem, api, asProblem, type Link } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { Alert, Modal } from '@linkway/kit/ui';
import { useState } from 'react';
import { useLinksChanged } from '../../data/queries';
import { shortAddress } from '../../data/short-address';
import styles from './my-links-page.module.css';

interface Props {
  /** The link that is asked about; null: closed. */
  link: Link | null;
  onClose: () => void;
}

/** Asks before a link is gone for good, naming it. */
export function DeleteLink({ link, onClose }: Props) {
  const { t } = useTranslation('dashboard');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const changed = useLinksChanged();
  const address = link ? shortAddress(link.short_url) : '';

  const close = (): void => {
    setProblem(null);
    onClose();
  };
  const remove = async (): Promise<void> => {
    if (!link) return;
    setBusy(true);
    setProblem(null);
    try {
      await api.DELETE('/api/links/{id}', { params: { path: { id: link.id } } });
    } catch (error) {
      const failed = asProblem(error);
      // Somebody else was first: it is as it should be.
      if (failed.code !== 'links.not_found') {
        setProblem(failed);
        setBusy(false);
        return;
      }
    }
    setBusy(false);
    close();
    toast(t('links.deleted', { address }));
    await changed();
  };

  return (
    <Modal
      open={link !== null}
      title={t('links.delete_title', { address })}
      okText={t('links.delete_confirm')}
      okButtonProps={{ danger: true, loading: busy }}
      cancelText={t('cancel')}
      onOk={() => void remove()}
      onCancel={close}
    >
      <p>{t('links.delete_text')}</p>
      {problem && <Alert className={styles.problem} type="error" showIcon title={problem.detail} />}
    </Modal>
  );
}
