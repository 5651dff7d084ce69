import { typedDigitsOf } from '@linkway/contracts/rules';
import type { ApiProblem } from '@linkway/kit/api';
import { PlainButton } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { useState } from 'react';
import { Field } from '../form/field';
import { FormAlert } from '../form/form-alert';
import { SubmitButton } from '../form/submit-button';
import { dropDraft } from '../layout/draft';
import styles from './auth-form.module.css';
import { type CodeValues, checkAppCode, checkRecoveryCode } from './code-rules';
import { useAuthForm } from './use-auth-form';

interface Props {
  email: string;
  /** Beside what was right before: a password, or what Google said. */
  send: (code: string) => Promise<void>;
  /** Whether an answer ends the step, and is told elsewhere. */
  leadsOn?: (problem: ApiProblem) => boolean;
  onBack: () => void;
}

/** Of an account with two-factor authentication, after a password or after Google. Its heading stands for the page's. */
export function SecondStep({ email, ...step }: Props) {
  const { t } = useTranslation('auth');
  const [by, setBy] = useState<'app' | 'recovery'>('app');
  return (
    <div data-step>
      <h1 id="step-title">{t('second.title')}</h1>
      <p className={styles.who}>{t('second.text', { email })}</p>
      <CodeForm key={by} by={by} onOther={() => setBy(by === 'app' ? 'recovery' : 'app')} {...step} />
    </div>
  );
}

const empty: CodeValues = { code: '' };
const kept = [] as const;

interface CodeProps extends Omit<Props, 'email'> {
  by: 'app' | 'recovery';
  onOther: () => void;
}

function CodeForm({ by, send, leadsOn, onOther, onBack }: CodeProps) {
  const { t } = useTranslation('auth');
  const isApp = by === 'app';
  const { values, change, messageOf, busy, refusal, formProps } = useAuthForm<CodeValues>({
    name: 'second',
    empty,
    kept,
    check: isApp ? checkAppCode : checkRecoveryCode,
    send: ({ code }) => send(code.trim()),
    leadsOn,
    done: () => {
      dropDraft('login');
      return t('login.done');
    },
    pause: 1_000,
    anew: true,
  });
  const { problem, detail } = refusal;
  const refused = problem?.code.startsWith('auth.');
  return (
    <>
      <form className={styles.form} aria-labelledby="step-title" {...formProps}>
        {problem && (
          <FormAlert
            title={refused ? detail : t('login.failed')}
            text={refused ? undefined : detail}
            failure={problem}
          />
        )}
        <Field
          name="code"
          label={t(`second.${by}`)}
          help={t(`second.${by}_help`)}
          inputMode={isApp ? 'numeric' : 'text'}
          autoComplete={isApp ? 'one-time-code' : 'off'}
          autoCapitalize="none"
          spellCheck={false}
          className={styles.code}
          value={values.code}
          message={messageOf('code')}
          onChange={({ target }) => change('code', isApp ? typedDigitsOf(target.value) : target.value)}
        />
        <SubmitButton busy={busy} text={t('login.submit')} busyText={t('login.busy')} />
      </form>
      <div className={styles.ways}>
        <PlainButton kind="quiet" disabled={busy} onClick={onOther}>
          {t(`second.${by}_other`)}
        </PlainButton>
        <PlainButton kind="quiet" disabled={busy} onClick={onBack}>
          {t('second.back')}
        </PlainButton>
      </div>
    </>
  );
}
