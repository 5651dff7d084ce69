import { withoutBidiControls } from '@linkway/contracts/rules';
import type { ApiProblem } from '@linkway/kit/api';
import { PlainButton } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { Link } from '@linkway/kit/router';
import type { GoogleSignIn } from '@linkway/kit/session/google';
import { FormAlert } from '../../form/form-alert';
import { SubmitButton } from '../../form/submit-button';
import { usePublicAddress } from '../../layout/public-address';
import styles from '../auth-form.module.css';
import { broken } from '../auth-rules';
import { CheckboxField } from '../checkbox-field';
import { takeGuestLinks } from '../take-guest-links';
import { useAuthForm } from '../use-auth-form';

interface Values {
  accept_terms: boolean;
}
const empty: Values = { accept_terms: false };
const kept = [] as const;

interface Props {
  told: GoogleSignIn;
  /** false: something else is asked for yet. */
  send: () => Promise<boolean>;
  leadsOn: (problem: ApiProblem) => boolean;
  onBack: () => void;
}

/** A name that somebody wrote turns nothing around it. */
const isolated = (name: string): string => `\u2068${withoutBidiControls(name)}\u2069`;

/** Whoever has no account yet gets one once the terms are accepted. */
export function TermsStep({ told: { email, full_name }, send, leadsOn, onBack }: Props) {
  const { t } = useTranslation(['google', 'auth']);
  const terms = usePublicAddress('terms');
  const { values, change, messageOf, busy, refusal, formProps } = useAuthForm<Values>({
    name: 'google',
    empty,
    kept,
    check: ({ accept_terms }) => broken<Values>({ accept_terms: accept_terms ? null : 'terms' }),
    send,
    leadsOn,
    done: () => t('auth:register.done'),
    pause: 2_000,
    along: takeGuestLinks,
  });
  const { problem, detail } = refusal;
  const refused = problem?.code.startsWith('auth.');
  return (
    <div data-step>
      <h1 id="step-title">{t('terms_title')}</h1>
      <p className={styles.who}>{t('terms_text', { name: isolated(full_name), email })}</p>
      <form className={styles.form} aria-labelledby="step-title" {...formProps}>
        {problem && (
          <FormAlert
            title={refused ? detail : t('auth:register.failed')}
            text={refused ? undefined : detail}
            failure={problem}
          />
        )}
        <CheckboxField
          name="accept_terms"
          checked={values.accept_terms}
          message={messageOf('accept_terms')}
          onChange={(checked) => change('accept_terms', checked)}
        >
          {t('auth:terms')} {/* In a window of its own: the step stays as it is. */}
          <Link to={terms} target="_blank">
            {t('auth:terms_link')}
          </Link>
        </CheckboxField>
        <SubmitButton busy={busy} text={t('auth:register.submit')} busyText={t('auth:register.busy')} />
      </form>
      <div className={styles.ways}>
        <PlainButton kind="quiet" disabled={busy} onClick={onBack}>
          {t('auth:second.back')}
        </PlainButton>
      </div>
    </div>
  );
}
