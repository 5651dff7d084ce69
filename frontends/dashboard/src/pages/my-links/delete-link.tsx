import { api, type Link } from '@linkway/kit/api';
import { dropToasts, toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { ConfirmDelete, type Dialog } from '@linkway/kit/ui/form';
import { useLinksChanged } from '../../data/queries';
import { shortAddress } from '../../data/short-address';
import type { RowProblems } from '../../parts/use-row-problems';

interface Props {
  dialog: Dialog<Link>;
  pause: (link: Link) => void;
  problems: RowProblems;
}

/** Asks before a link is gone for good, naming it. */
export default function DeleteLink({ dialog, pause, problems }: Props) {
  const { t } = useTranslation('my-links');
  const changed = useLinksChanged();
  const link = dialog.of;
  const address = shortAddress(link.short_url);
  return (
    <ConfirmDelete
      dialog={dialog}
      title={t('delete_title', { address })}
      text={t('delete_text')}
      confirm={t('delete_confirm')}
      alternative={link.is_active ? { label: t('pause_instead'), run: () => pause(link) } : undefined}
      remove={() => {
        problems.forget(link.id);
        return api.DELETE('/api/links/{id}', { params: { path: { id: link.id } } });
      }}
      isGone={({ code }) => code === 'links.not_found'}
      onDone={() => {
        dropToasts(link.id);
        toast(t('deleted', { address }));
        void changed();
      }}
      onLateFailure={({ detail }) => {
        const text = t('not_deleted', { address, reason: detail });
        problems.tell(link.id, text);
        toast(text, { kind: 'error' });
      }}
    />
  );
}
