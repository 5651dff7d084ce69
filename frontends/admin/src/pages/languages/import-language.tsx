import { MAX_TEXTS_FILE_BYTES } from '@linkway/contracts/rules';
import { ApiProblem, asProblem, type ImportSummary } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { currentLanguage, useFormats, useTranslation } from '@linkway/kit/i18n';
import { Button } from '@linkway/kit/ui';
import { errorMessage, FormDialog, isErrorCode } from '@linkway/kit/ui/form';
import { type ChangeEvent, useRef, useState } from 'react';
import type { LanguageDialogProps } from './languages-page';
import styles from './languages-page.module.css';
import { useLanguageActs } from './use-languages';

interface Checked {
  file: File;
  summary: ImportSummary;
}

/** A file is checked first, and what it would change is shown; then all of it is taken, or nothing. */
export default function ImportLanguage({ dialog }: LanguageDialogProps) {
  const { t } = useTranslation('languages');
  const { check, take } = useLanguageActs();
  const { code, name } = dialog.of;
  const input = useRef<HTMLInputElement>(null);
  const [checked, setChecked] = useState<Checked | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const work = async (act: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await act();
    } catch (error) {
      // What was found out before may hold no longer.
      setChecked(null);
      setProblem(asProblem(error));
    } finally {
      setBusy(false);
    }
  };
  const pick = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = target.files ?? [];
    // The same one can be picked again.
    target.value = '';
    if (!file) return;
    setChecked(null);
    void work(async () => {
      if (file.size > MAX_TEXTS_FILE_BYTES) throw tooLarge();
      setChecked({ file, summary: await check(code, file) });
    });
  };
  const send = (): void => {
    if (!checked || checked.summary.refused_total > 0) return input.current?.click();
    void work(async () => {
      await take(code, checked.file, checked.summary);
      dialog.end();
      toast(t('import.done', { name }));
    });
  };
  return (
    <FormDialog
      dialog={dialog}
      title={t('import.title', { name })}
      form={dialog.id}
      save={checked?.summary.refused_total === 0 ? t('import.save') : t('import.choose')}
      busy={busy}
      problem={problem && { error: problem, title: t('import.failed') }}
      // A file is picked anew.
      isDirty={() => false}
      unkept={false}
      onDiscard={() => setChecked(null)}
    >
      <form
        id={dialog.id}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <p className={styles.intro}>{t('import.text')}</p>
        <input
          ref={input}
          type="file"
          hidden
          accept=".json,application/json"
          aria-label={t('import.file')}
          onChange={pick}
        />
        {checked && (
          <>
            <p className={styles.file}>
              <bdi>{checked.file.name}</bdi>
              <Button disabled={busy} onClick={() => input.current?.click()}>
                {t('import.choose_another')}
              </Button>
            </p>
            <Summary summary={checked.summary} />
          </>
        )}
      </form>
    </FormDialog>
  );
}

const COUNTS = ['added', 'changed', 'removed', 'unchanged'] as const;

function Summary({ summary }: { summary: ImportSummary }) {
  const { t } = useTranslation('languages');
  const { number } = useFormats();
  const { refused, refused_total, unknown, unknown_total } = summary;
  return (
    <div role="status">
      {refused_total > 0 && (
        <>
          <p className={styles.refusal}>
            {t('import.refused', { count: refused_total, shown: number(refused_total) })}
          </p>
          <ul className={styles.list}>
            {refused.map(({ key, code }) => (
              <li key={`${key} ${code}`}>
                <code>{key}</code>: {isErrorCode(code) ? errorMessage(code, currentLanguage()) : code}
              </li>
            ))}
          </ul>
        </>
      )}
      {refused_total === 0 && (
        <dl className={styles.summary}>
          {COUNTS.map((count) => (
            <div key={count}>
              <dt>{t(`import.${count}`)}</dt>
              <dd>{number(summary[count])}</dd>
            </div>
          ))}
        </dl>
      )}
      {unknown_total > 0 && (
        <>
          <p>{t('import.unknown', { count: unknown_total, shown: number(unknown_total) })}</p>
          <ul className={styles.list}>
            {unknown.map((key) => (
              <li key={key}>
                <code>{key}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** As the API says it, which closes the connection before it has read what is too long. */
const tooLarge = (): ApiProblem =>
  new ApiProblem({
    code: 'languages.file_too_large',
    detail: errorMessage('languages.file_too_large', currentLanguage()),
  });
