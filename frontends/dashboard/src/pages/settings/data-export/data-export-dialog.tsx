import { DATA_EXPORTS_PER_HOUR } from '@linkway/contracts/rules';
import { ApiProblem, api, body } from '@linkway/kit/api';
import { loadPart, toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { FormDialog, KitForm } from '@linkway/kit/ui/form';
import type { OneDialog } from '../../../parts/use-one-dialog';
import { EitherCodeField, PasswordField } from '../../profile/two-factor/code-fields';
import { type CodeValues, useCodeForm } from '../../profile/two-factor/use-code-form';
import { useTwoFactor } from '../../profile/two-factor/use-two-factor';
import styles from './data-export.module.css';

/** Asks who it is, and saves the archive once it is whole. */
export default function DataExportDialog({ dialog }: { dialog: OneDialog }) {
  const { t } = useTranslation('settings');
  const { data: twoFactor, refresh } = useTwoFactor();
  const asksCode = twoFactor?.enabled ?? false;
  const { form, busy, problem, submit } = useCodeForm(dialog, {
    send: async ({ current_password, code }) => {
      const { saveFile } = await loadPart(() => import('./save-file'));
      saveFile(await archive({ current_password, ...(asksCode && { code }) }, t('export.broken_off')), fileName());
    },
    done: () => {
      dialog.end();
      toast(t('export.done'));
    },
    failed: ({ code }) => {
      // It was turned on in another window.
      if (code.startsWith('two_factor.') || code === 'request.invalid') refresh();
    },
  });
  return (
    <FormDialog
      dialog={dialog}
      title={t('export.dialog_title')}
      form={dialog.id}
      save={t('export.confirm')}
      busy={busy}
      problem={problem && { error: problem, title: t('export.failed') }}
      // Neither of the two is worth a question.
      isDirty={() => false}
      unkept={false}
      onDiscard={() => {}}
      first="current_password"
    >
      <KitForm<CodeValues> id={dialog.id} name={dialog.id} form={form} onFinish={(values) => void submit(values)}>
        <p className={styles.intro}>{t('export.contents', { limit: DATA_EXPORTS_PER_HOUR })}</p>
        <PasswordField />
        {asksCode && <EitherCodeField />}
        <p role="status">{busy && t('export.under_way')}</p>
      </KitForm>
    </FormDialog>
  );
}

const fileName = (): string => `linkway-data-${new Date().toISOString().slice(0, 10)}.zip`;

/** Of the record that an archive ends with. */
const END_BYTES = 22;
const END_MARK = 'PK\u{5}\u{6}';

/** Not as a link: an archive that ends too early would be saved all the same. One that breaks off is told as such. */
async function archive(proof: { current_password: string; code?: string }, brokenOff: string): Promise<Blob> {
  try {
    const file = await body(api.POST('/api/me/export', { body: proof, parseAs: 'blob' }));
    // A proxy may hand on what was cut as if it were all.
    if ((await file.slice(-END_BYTES).text()).startsWith(END_MARK)) return file;
  } catch (error) {
    if (error instanceof ApiProblem) throw error;
  }
  throw new ApiProblem({ code: 'client.broken_off', detail: brokenOff });
}
