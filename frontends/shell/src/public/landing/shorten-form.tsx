import { withScheme } from '@linkway/contracts/rules';
import { ButtonLink, GoOnButton, lazyPart, PlainButton } from '@linkway/kit/base';
import { useFormats, useTranslation, withTexts } from '@linkway/kit/i18n';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { FieldMessage } from '../../form/field-message';
import field from '../../form/form.module.css';
import { useTyped } from '../../form/use-typed';
import { guestLinks } from '../../guest/guest-links';
import { DomainField } from './domain-field';
import { quiet } from './quiet';
import { loadQr, ResultBox } from './result-box';
import styles from './shorten-form.module.css';
import type { Field } from './shorten-rules';
import type { Domains } from './use-domains';
import type { Shorten } from './use-shorten';

/** Only who has made links fetches the list of them. */
const loadRecent = withTexts('recent', () => import('./recent-links'));
const RecentLinks = lazyPart(loadRecent, quiet);

const never = () => () => {};
const hasGuestLinks = (): boolean => guestLinks().length > 0;
/** Where the page is drawn by a server, which knows nobody's storage. */
const hasNone = (): boolean => false;

/** The page's one large thing: a long address in, a short one out. */
export function ShortenForm({ shorten, domains }: { shorten: Shorten; domains: Domains }) {
  const { t } = useTranslation('public');
  const { values, change, messages, problem, detail, busy, early, ready, made, limitReached, submit } = shorten;
  const hasMade = useSyncExternalStore(never, hasGuestLinks, hasNone);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const meant = withScheme(values.url);
  const of = (field: Field): string => `${id}-${field}`;
  useTyped(form, values, ['url', 'custom_code'], change);

  const focus = (field: Field): void => form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  const [waiting, setWaiting] = useState(false);
  const send = async (): Promise<void> => {
    setWaiting(early);
    if (early) return;
    if (ready) void loadQr().catch(() => {});
    const wrong = await submit();
    if (wrong) focus(wrong);
  };
  // What was asked for before it could be done.
  useEffect(() => {
    if (waiting && !early) form.current?.requestSubmit();
  });
  // What came of it has the focus where it failed, and where the pressed button has no use any more.
  useLayoutEffect(() => {
    if (busy || !(problem || document.activeElement?.matches(':disabled'))) return;
    (form.current?.nextElementSibling as HTMLElement | null)?.focus({ preventScroll: !problem });
  }, [busy, problem]);
  // Enter must say what is missing also while the button is disabled, which keeps a form from being sent.
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };
  const wrong = (field: Field) => ({
    'aria-invalid': messages[field] ? true : undefined,
    'aria-describedby': `${of(field)}-help`,
  });

  return (
    <div className={styles.card} id="shorten">
      <form
        ref={form}
        noValidate
        aria-label={t('form.label')}
        // Not sent yet, then: it is still being written.
        onInput={() => setWaiting(false)}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <label className={field.label} htmlFor={of('url')}>
          {t('form.url')}
        </label>
        <div className={styles.main}>
          <input
            id={of('url')}
            name="url"
            type="url"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className={`${field.input} ${styles.url}`}
            placeholder={t('form.url_example')}
            value={values.url}
            onChange={(event) => change({ url: event.target.value })}
            onKeyDown={onKeyDown}
            {...wrong('url')}
          />
          <PlainButton
            type="submit"
            kind="primary"
            size="large"
            className={styles.submit}
            disabled={!ready}
            aria-disabled={busy || undefined}
          >
            {busy || waiting ? t('form.busy') : t('form.submit')}
          </PlainButton>
        </div>
        <FieldMessage id={`${of('url')}-help`} message={messages.url} />
        {messages.url && meant && (
          <button
            type="button"
            className={styles.use}
            onClick={() => {
              change({ url: meant });
              focus('url');
            }}
          >
            {t('form.url_use', { address: meant })}
          </button>
        )}
        <div className={styles.second}>
          <DomainField id={of('domain_id')} shorten={shorten} domains={domains} />
          <div>
            <label className={field.label} htmlFor={of('custom_code')}>
              {t('form.code')}
            </label>
            <input
              id={of('custom_code')}
              name="custom_code"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              className={field.input}
              placeholder={t('form.code_example')}
              value={values.custom_code}
              onChange={(event) => change({ custom_code: event.target.value })}
              onKeyDown={onKeyDown}
              {...wrong('custom_code')}
            />
            <FieldMessage id={`${of('custom_code')}-help`} message={messages.custom_code} help={t('form.code_help')} />
          </div>
        </div>
      </form>
      {problem && (
        <div className={styles.problem} role="alert" tabIndex={-1}>
          <strong>{t('form.failed')}</strong>
          <p>{detail}</p>
          {problem.code === 'session.other_account' && <GoOnButton />}
          {problem.code === 'links.login_required' && (
            // In a tab of its own, as this one keeps what was typed.
            <ButtonLink to="/login" kind="primary" target="_blank" rel="noreferrer">
              {t('form.log_in')}
            </ButtonLink>
          )}
        </div>
      )}
      {made && <ResultBox key={made.short_url} made={made} member={shorten.member} />}
      {limitReached ? <LimitMessage shorten={shorten} /> : <Remaining shorten={shorten} />}
      {(hasMade || made?.guest) && <RecentLinks made={made?.guest} />}
    </div>
  );
}

function LimitMessage({ shorten: { quota, member } }: { shorten: Shorten }) {
  const { t } = useTranslation('public');
  const { number } = useFormats();
  if (!quota) return null;
  return (
    <div className={styles.limit} role="status" tabIndex={-1}>
      <p>{t(quota.period === 'day' ? 'limit.day' : 'limit.month', { limit: number(quota.limit) })}</p>
      {!member && (
        <ButtonLink to="/register" kind="primary">
          {t('nav.register')}
        </ButtonLink>
      )}
    </div>
  );
}

function Remaining({ shorten: { quota } }: { shorten: Shorten }) {
  const { t } = useTranslation('public');
  const { number } = useFormats();
  if (!quota) return <p className={styles.remaining}>{t('limit.none_known')}</p>;
  const counts = { count: quota.remaining, left: number(quota.remaining), limit: number(quota.limit) };
  return (
    <p className={styles.remaining}>
      {quota.period === 'day' ? t('limit.day_left', counts) : t('limit.month_left', counts)}
    </p>
  );
}
