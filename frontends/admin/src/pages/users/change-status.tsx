import { toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { Confirm } from '@linkway/kit/ui/form';
import { useUpdateUser } from './use-users';
import type { UserDialogProps } from './users-page';

interface Props extends UserDialogProps {
  to: 'active' | 'disabled' | 'suspended';
}

/** Says what it means for the person before it is done. */
export default function ChangeStatus({ dialog, to }: Props) {
  const { t } = useTranslation('users');
  const update = useUpdateUser();
  const user = dialog.of;
  const name = user.email;
  return (
    <Confirm
      dialog={dialog}
      title={t(`change_status.${to}.title`, { name })}
      text={t(`change_status.${to}.text`)}
      confirm={t(`change_status.${to}.confirm`)}
      failed={t(`change_status.${to}.failed`)}
      danger={to !== 'active'}
      act={() => update(user.id, { status: to })}
      onDone={() => toast(t(`change_status.${to}.done`, { name }))}
      onLateFailure={({ detail }) => toast(`${t(`change_status.${to}.failed`)}: ${detail}`, { kind: 'error' })}
    />
  );
}
