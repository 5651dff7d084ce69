import { toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { ConfirmDelete } from '@linkway/kit/ui/form';
import { useDeleteUser } from './use-users';
import type { UserDialogProps } from './users-page';

/** Names the person, and what is gone with them for good. */
export default function DeleteUser({ dialog }: UserDialogProps) {
  const { t } = useTranslation('users');
  const remove = useDeleteUser();
  const { id, email: name } = dialog.of;
  return (
    <ConfirmDelete
      dialog={dialog}
      title={t('delete.title', { name })}
      text={t('delete.text')}
      confirm={t('delete.confirm')}
      failed={t('delete.failed')}
      remove={() => remove(id)}
      isGone={({ code }) => code === 'users.not_found'}
      onDone={() => toast(t('delete.done', { name }))}
      onLateFailure={({ detail }) => toast(`${t('delete.failed')}: ${detail}`, { kind: 'error' })}
    />
  );
}
