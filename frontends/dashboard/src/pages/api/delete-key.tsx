import { type ApiKey, api } from '@linkway/kit/api';
import { dropToasts, toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { ConfirmDelete, type Dialog } from '@linkway/kit/ui/form';
import { isolated } from '../../data/isolated';
import type { RowProblems } from '../../parts/use-row-problems';
import { useKeysOnScreen } from './use-keys';

interface Props {
  dialog: Dialog<ApiKey>;
  toggle: (key: ApiKey) => void;
  problems: RowProblems;
}

/** Asks before a key is gone for good, naming it. */
export default function DeleteKey({ dialog, toggle, problems }: Props) {
  const { t } = useTranslation('api');
  const { show, renew } = useKeysOnScreen();
  const key = dialog.of;
  const name = isolated(key.key_name);
  return (
    <ConfirmDelete
      dialog={dialog}
      title={t('delete_of', { name })}
      text={t('delete_text')}
      confirm={t('delete_confirm')}
      failed={t('error_deleting')}
      alternative={key.is_active ? { label: t('off_instead'), run: () => toggle(key) } : undefined}
      remove={() => {
        problems.forget(key.id);
        return api.DELETE('/api/api-keys/{id}', { params: { path: { id: key.id } } });
      }}
      isGone={({ code }) => code === 'api_keys.not_found'}
      onDone={() => {
        dropToasts(key.id);
        toast(t('deleted', { name }));
        void show((keys) => keys.filter(({ id }) => id !== key.id)).then(renew);
      }}
      onLateFailure={({ detail }) => {
        const text = t('not_deleted', { name, reason: detail });
        problems.tell(key.id, text);
        toast(text, { kind: 'error' });
      }}
    />
  );
}
