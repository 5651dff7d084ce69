import type { Link } from '@linkway/kit/api';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { ConfirmDelete, type Dialog } from '@linkway/kit/ui/form';

export interface Chosen {
  id: string;
  links: readonly Link[];
}

/** Asks once before links are gone for good, naming their number. */
export default function DeleteLinks({ dialog, remove }: { dialog: Dialog<Chosen>; remove: (chosen: Chosen) => void }) {
  const { t } = useTranslation('my-links');
  const { number } = useFormats();
  const count = dialog.of.links.length;
  return (
    <ConfirmDelete
      dialog={dialog}
      title={t('bulk.delete_title', { count, shown: number(count) })}
      text={t('bulk.delete_text')}
      confirm={t('bulk.delete_confirm', { count, shown: number(count) })}
      // It goes on in the bar, which shows how far it is.
      remove={async () => remove(dialog.of)}
      isGone={() => false}
      onDone={() => {}}
      onLateFailure={() => {}}
    />
  );
}
