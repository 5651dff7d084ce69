import { api, body } from '@linkway/kit/api';
import { ErrorCard } from '@linkway/kit/base';
import { type Language, useTranslation } from '@linkway/kit/i18n';
import { keepPreviousData, usePageQuery } from '@linkway/kit/query';
import { Ghost, Panel, Segmented } from '@linkway/kit/ui';
import { useEffect, useState } from 'react';
import { MailFrame } from '../mail-frame';
import pageStyles from '../smtp-page.module.css';
import { FIELDS, type TemplateText } from './draft';
import styles from './templates.module.css';

const PAUSE_MS = 500;

interface Props {
  name: string;
  language: Language;
  text: TemplateText;
}

/** What is typed, filled in with examples, once typing pauses. */
export function Preview({ name, language, text }: Props) {
  const { t } = useTranslation('smtp');
  const [part, setPart] = useState<'html' | 'text'>('html');
  const { subject, html_content, text_content } = usePaused(text);
  const typed = { subject, html_content, text_content };
  const { data, failure, isFetching, refresh } = usePageQuery({
    queryKey: ['mail-preview', name, language, typed],
    queryFn: ({ signal }) =>
      body(
        api.POST('/api/admin/mail/templates/{name}/{language}/preview', {
          params: { path: { name, language } },
          body: typed,
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  return (
    <Panel
      title={t('preview.title')}
      extra={
        <Segmented
          aria-label={t('preview.part')}
          value={part}
          onChange={(next) => setPart(next as 'html' | 'text')}
          options={[
            { value: 'html', label: t('preview.html') },
            { value: 'text', label: t('preview.text') },
          ]}
        />
      }
    >
      {data ? (
        <div aria-busy={isFetching}>
          <p className={styles.subject}>
            <bdi>{data.subject}</bdi>
          </p>
          {part === 'html' ? (
            <MailFrame html={data.html} title={t('preview.title')} />
          ) : (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is scrolled by keys, too
            <pre className={pageStyles.text} tabIndex={0} aria-label={t('preview.title')}>
              {data.text}
            </pre>
          )}
          <p className={styles.muted}>{t('preview.examples')}</p>
        </div>
      ) : failure ? (
        <Refusal error={failure} retry={refresh} busy={isFetching} />
      ) : (
        <Ghost height={420} />
      )}
    </Panel>
  );
}

/** A text that could not be saved either is no failure: it is being written. */
function Refusal({ error, retry, busy }: { error: Error; retry: () => void; busy: boolean }) {
  const { t } = useTranslation('smtp');
  const faults = Object.entries((error as Partial<{ fields: Record<string, string> }>).fields ?? {});
  if (faults.length === 0) return <ErrorCard error={error} title={t('preview.failed')} retry={retry} busy={busy} />;
  return (
    <div role="status" className={styles.refusal}>
      <p>{t('preview.refused')}</p>
      {faults.map(([name, fault]) => {
        const field = FIELDS.find((each) => each === name);
        return <p key={name}>{field ? `${t(`variables.field.${field}`)}: ${fault}` : fault}</p>;
      })}
    </div>
  );
}

function usePaused(text: TemplateText): TemplateText {
  const [paused, setPaused] = useState(text);
  const { subject, html_content, text_content } = text;
  useEffect(() => {
    const timer = window.setTimeout(() => setPaused({ subject, html_content, text_content }), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [subject, html_content, text_content]);
  return paused;
}
