import { MAX_REPORT_DETAILS_LENGTH, type ReportKind, reportKinds } from '@linkway/contracts/rules';
import { api, asProblem, body } from '@linkway/kit/api';
import { PlainButton } from '@linkway/kit/base';
import { registerNamespaces, useTranslation } from '@linkway/kit/i18n';
import { useLocation } from '@linkway/kit/router';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import formStyles from '../auth/auth-form.module.css';
import cardStyles from '../auth/auth-page.module.css';
import { messagesOf } from '../auth/auth-rules';
import { Field } from '../form/field';
import { FieldMessage } from '../form/field-message';
import fieldStyles from '../form/form.module.css';
import { FormAlert } from '../form/form-alert';
import { SubmitButton } from '../form/submit-button';
import { useRefusal } from '../form/use-refusal';
import { dropDraft, keepDraft, readDraft } from '../layout/draft';
import { usePageMeta } from '../layout/page-meta';
import { PublicLayout } from '../layout/public-layout';
import { reportTexts } from '../locales/report';
import styles from './report-page.module.css';

registerNamespaces(reportTexts);

interface Values {
  link: string;
  kind: ReportKind | '';
  details: string;
  email: string;
}
const FIELDS = ['link', 'kind', 'details', 'email'] as const;

/** Tells administrators of a short link that means harm. Whoever came from one has it filled in. */
export default function ReportPage() {
  const { t } = useTranslation('report');
  const { search } = useLocation();
  const given = new URLSearchParams(search).get('link') ?? '';
  // Each link that one came from has its own: what was seen at one says nothing of another.
  const draft = `report:${given}`;
  const [values, setValues] = useState<Values>(() => ({
    link: given,
    kind: '',
    details: '',
    email: '',
    ...readDraft<Values>(draft),
  }));
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const refusal = useRefusal(messagesOf(FIELDS));
  const ids = { kind: useId(), details: useId() };
  const title = sent ? t('sent') : t('title');
  usePageMeta(`${title} · Linkway`);
  // The button that was pressed is gone, and the focus with it.
  useEffect(() => {
    if (sent) heading.current?.focus();
  }, [sent]);
  useEffect(() => {
    if (!sent && FIELDS.some((field) => values[field])) keepDraft(draft, values);
    else dropDraft(draft);
  }, [draft, sent, values]);
  const missing = { link: values.link.trim() === '', kind: values.kind === '' };
  const change = (field: keyof Values, value: string): void => {
    setValues((before) => ({ ...before, [field]: value }));
    refusal.mend([field]);
  };
  const focus = (field: string): void => form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    setTried(true);
    refusal.clear();
    const { link, kind, details, email } = values;
    if (missing.link || kind === '') return focus(missing.link ? 'link' : 'kind');
    setBusy(true);
    try {
      await body(
        api.POST('/api/reports', { body: { link: link.trim(), kind, details: details.trim(), email: email.trim() } }),
      );
      setSent(true);
    } catch (error) {
      const refused = refusal.refuse(asProblem(error));
      if (refused !== undefined) focus(refused);
    } finally {
      setBusy(false);
    }
  };
  const messageOf = (field: 'link' | 'kind'): string | undefined =>
    tried && missing[field] ? t(`required.${field}`) : refusal.messages[field];
  return (
    <PublicLayout>
      <section className={cardStyles.card} aria-labelledby="report-title">
        <h1 ref={heading} id="report-title" tabIndex={-1} className={cardStyles.title}>
          {title}
        </h1>
        <p className={cardStyles.text} role={sent ? 'status' : undefined}>
          {sent ? t('sent_text') : t('text')}
        </p>
        {sent ? (
          <PlainButton
            onClick={() => {
              setValues({ link: '', kind: '', details: '', email: values.email });
              setTried(false);
              setSent(false);
            }}
          >
            {t('another')}
          </PlainButton>
        ) : (
          <form
            ref={form}
            className={formStyles.form}
            aria-labelledby="report-title"
            noValidate
            onSubmit={(event) => void submit(event)}
          >
            {refusal.problem && <FormAlert title={t('not_sent')} text={refusal.detail} failure={refusal.problem} />}
            <Field
              name="link"
              label={t('link')}
              help={t('link_help')}
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={values.link}
              message={messageOf('link')}
              onChange={(event) => change('link', event.target.value)}
            />
            <div>
              <label className={fieldStyles.label} htmlFor={ids.kind}>
                {t('kind')}
              </label>
              <select
                id={ids.kind}
                name="kind"
                className={`${fieldStyles.input} ${styles.select}`}
                aria-invalid={messageOf('kind') ? true : undefined}
                aria-describedby={`${ids.kind}-help`}
                value={values.kind}
                onChange={(event) => change('kind', event.target.value)}
              >
                <option value="">{t('choose')}</option>
                {reportKinds.map((kind) => (
                  <option key={kind} value={kind}>
                    {t(`kinds.${kind}`)}
                  </option>
                ))}
              </select>
              <FieldMessage id={`${ids.kind}-help`} message={messageOf('kind')} />
            </div>
            <div>
              <label className={fieldStyles.label} htmlFor={ids.details}>
                {t('details')}
              </label>
              <textarea
                id={ids.details}
                name="details"
                rows={4}
                maxLength={MAX_REPORT_DETAILS_LENGTH}
                className={`${fieldStyles.input} ${styles.details}`}
                aria-describedby={`${ids.details}-help`}
                value={values.details}
                onChange={(event) => change('details', event.target.value)}
              />
              <FieldMessage id={`${ids.details}-help`} message={refusal.messages.details} help={t('details_help')} />
            </div>
            <Field
              name="email"
              type="email"
              label={t('email')}
              help={t('email_help')}
              autoComplete="email"
              value={values.email}
              message={refusal.messages.email}
              onChange={(event) => change('email', event.target.value)}
            />
            <SubmitButton busy={busy} text={t('send')} busyText={t('sending')} />
          </form>
        )}
      </section>
    </PublicLayout>
  );
}
