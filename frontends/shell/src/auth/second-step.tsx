import { typedDigitsOf } from '@linkway/contracts/rules';
import { PlainButton } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { signIn } from '@linkway/kit/session/entrance';
import { useState } from 'react';
import { Field } from '../form/field';
import { FormAlert } from '../form/form-alert';
import { SubmitButton } from '../form/submit-button';
import { dropDraft } from '../layout/draft';
import styles from './auth-form.module.css';
import type { LoginValues } from './auth-rules';
import { type CodeValues, checkAppCode, checkRecoveryCode } from './code-rules';
import { useAuthForm } from './use-auth-form';

interface Props {
  /** A right password, which is sent once more beside the code. */
  known: LoginValues;
  onBack: () => void;
}

/** Of an account with two-factor authentication, in the place of email and password. Its heading stands for the page's. */
export function SecondStep({ known, onBack }: Props) {
  const { t } = useTranslation('auth');
  const [by, setBy] = useState<'app' | 'recovery'>('app');
  return (
    <div data-step>
      <h1 id="step-title">{t('second.title')}</h1>
      <p className={styles.who}>{t('second.text', { email: known.email })}</p>
      <CodeForm
        key={by}
        by={by}
        known={known}
        onOther={() => setBy(by === 'app' ? 'recovery' : 'app')}
        onBack={onBack}
      />
    </div>
  );
}

const empty: CodeValues = { code: '' };
const kept = [] as const;

function CodeForm({ by, known, onOther, onBack }: Props & { by: 'app' | 'recovery'; onOther: () => void }) {
  const { t } = useTranslation('auth');
  const isApp = by === 'app';
  const { values, change, messageOf, busy, refusal, formProps } = useAuthForm<CodeValues>({
    name: 'second',
    empty,
    kept,
    check: isApp ? checkAppCode : checkRecoveryCode,
    send: ({ code }) => signIn({ ...known, code: code.trim() }),
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
