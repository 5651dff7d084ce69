import { toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { Confirm } from '@linkway/kit/ui/form';
import { useUpdateUser } from './use-users';
import type { UserDialogProps } from './users-page';

/** Gives somebody the rights of an administrator, or takes them. */
export default function ChangeRole({ dialog }: UserDialogProps) {
  const { t } = useTranslation('users');
  const update = useUpdateUser();
  const user = dialog.of;
  const name = user.email;
  const takes = user.role === 'admin';
  return (
    <Confirm
      dialog={dialog}
      title={takes ? t('change_role.take_title', { name }) : t('change_role.give_title', { name })}
      text={takes ? t('change_role.take_text') : t('change_role.give_text')}
      confirm={takes ? t('change_role.take') : t('change_role.give')}
      failed={t('change_role.failed')}
      danger={takes}
      act={() => update(user.id, { role: takes ? 'user' : 'admin' })}
      onDone={() => toast(takes ? t('change_role.taken', { name }) : t('change_role.given', { name }))}
      onLateFailure={({ detail }) => toast(`${t('change_role.failed')}: ${detail}`, { kind: 'error' })}
    />
  );
}
