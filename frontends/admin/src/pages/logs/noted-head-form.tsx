import { useTranslation } from '@linkway/kit/i18n';
import { Button } from '@linkway/kit/ui';
import { Input } from '@linkway/kit/ui/input';
import { type SubmitEvent, useId, useState } from 'react';
import styles from './logs-page.module.css';
import type { NotedHead } from './use-log';

interface Props {
  /** That the last question had. */
  noted: NotedHead | null;
  verify: (noted: NotedHead) => void;
}

/** As the result of a verification is copied: its number, then its hash. */
function headOf(text: string): NotedHead | null {
  const [, seq, hash = ''] = /^\D{0,9}(\d{1,15})\D?\s*([0-9a-f]{64})$/i.exec(text.trim()) ?? [];
  return seq === undefined ? null : { seq: Number(seq), hash: hash.toLowerCase() };
}

/** Whether an entry that was noted elsewhere is still in the log as it was: so a log that was written anew as a whole is found out. */
export function NotedHeadForm({ noted, verify }: Props) {
  const { t } = useTranslation('logs');
  const id = useId();
  const [text, setText] = useState(noted ? `${noted.seq} ${noted.hash}` : '');
  const [wrong, setWrong] = useState(false);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const head = headOf(text);
    setWrong(head === null);
    if (head) verify(head);
    else document.getElementById(id)?.focus();
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <label htmlFor={id}>{t('verify.noted.label')}</label>
      <div className={styles.field}>
        <Input
          id={id}
          value={text}
          status={wrong ? 'error' : ''}
          aria-invalid={wrong || undefined}
          aria-describedby={`${id}-help`}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setText(event.target.value);
            setWrong(false);
          }}
        />
        <Button htmlType="submit">{t('verify.noted.submit')}</Button>
      </div>
      <p id={`${id}-help`} className={wrong ? styles.fault : styles.help} role={wrong ? 'alert' : undefined}>
        {wrong ? t('verify.noted.wrong') : t('verify.noted.help')}
      </p>
    </form>
  );
}
