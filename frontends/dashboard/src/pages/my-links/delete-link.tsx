import { type ApiProblem, api, asProblem } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { Alert, Modal } from '@linkway/kit/ui';
import { useState } from 'react';
import { useLinksChanged } from '../../data/queries';
import { shortAddress } from '../../data/short-address';
import styles from './my-links-page.module.css';
import { type LinkDialogProps, useSight } from './use-link-dialogs';

/** Asks before a link is gone for good, naming it. */
export function DeleteLink({ link, open, zIndex, hide, end, afterClose }: LinkDialogProps) {
  const { t } = useTranslation('dashboard');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const sight = useSight(open);
  const changed = useLinksChanged();
  const address = shortAddress(link.short_url);

  const remove = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await api.DELETE('/api/links/{id}', { params: { path: { id: link.id } } });
    } catch (error) {
      const failed = asProblem(error);
      // Somebody else was first: it is as it should be.
      if (failed.code !== 'links.not_found') {
        setBusy(false);
        setProblem(failed);
        if (sight.current === 'shown') return;
        end();
        toast(t('links.not_deleted', { address, reason: failed.detail }), { kind: 'error' });
        return;
      }
    }
    end();
    toast(t('links.deleted', { address }));
    await changed();
  };

  return (
    <Modal
      open={open}
      zIndex={zIndex}
      title={t('links.delete_title', { address })}
      okText={t('links.delete_confirm')}
      okButtonProps={{ danger: true, loading: busy }}
      cancelText={t('cancel')}
      onOk={() => void remove()}
      onCancel={busy ? hide : end}
      afterClose={afterClose}
    >
      <p>{t('links.delete_text')}</p>
      {problem && <Alert className={styles.problem} type="error" showIcon title={problem.detail} />}
    </Modal>
  );
}
