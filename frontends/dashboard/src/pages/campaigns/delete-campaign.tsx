import { api, type Campaign } from '@linkway/kit/api';
import { dropToasts, toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { ConfirmDelete, type Dialog } from '@linkway/kit/ui/form';
import { isolated } from '../../data/isolated';
import type { RowProblems } from '../../parts/use-row-problems';
import { useCampaignOnScreen } from './use-campaigns';

interface Props {
  dialog: Dialog<Campaign>;
  problems: RowProblems;
  /** It is deleted: a page of its own is left. */
  onGone?: () => void;
}

/** Asks before a campaign is gone for good, naming it; its links stay. */
export default function DeleteCampaign({ dialog, problems, onGone }: Props) {
  const { t } = useTranslation('campaigns');
  const { gone } = useCampaignOnScreen();
  const { id, name } = dialog.of;
  return (
    <ConfirmDelete
      dialog={dialog}
      title={t('delete_of', { name: isolated(name) })}
      text={t('delete_text')}
      confirm={t('delete_confirm')}
      failed={t('error_deleting')}
      remove={() => {
        problems.forget(id);
        return api.DELETE('/api/campaigns/{id}', { params: { path: { id } } });
      }}
      isGone={({ code }) => code === 'campaigns.not_found'}
      onDone={() => {
        dropToasts(id);
        toast(t('deleted'));
        onGone?.();
        gone(id);
      }}
      onLateFailure={({ detail }) => {
        const text = t('not_deleted', { reason: detail });
        problems.tell(id, text);
        toast(text, { kind: 'error' });
      }}
    />
  );
}
