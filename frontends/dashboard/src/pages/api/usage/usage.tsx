import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { useSearchParams } from '@linkway/kit/router';
import { CodeBlock, Panel, Segmented, usePageParams } from '@linkway/kit/ui';
import { ExportOutlined } from '@linkway/kit/ui/icons';
import { LimitHeaders, StatusCodes } from './answers';
import { calls, type ExampleLanguage, exampleLanguages, exampleOf, keyLine, powerShellKeyLine } from './examples';
import styles from './usage.module.css';

const names: Record<ExampleLanguage, string> = { curl: 'curl', javascript: 'JavaScript', python: 'Python' };

/** How a program uses a key: address, header, the calls, limits and answers. */
export default function Usage({ requestsPerHour }: { requestsPerHour: number }) {
  const { t } = useTranslation('api');
  const { number } = useFormats();
  const [language, setLanguage] = useExampleLanguage();
  const base = window.location.origin;
  return (
    <Panel
      title={t('usage.title')}
      extra={
        <nav className={styles.links} aria-label={t('usage.more')}>
          <a href="/api/docs" target="_blank" rel="noreferrer">
            {t('usage.docs')} <ExportOutlined />
          </a>
          <a href="/api/openapi.json" target="_blank" rel="noreferrer">
            OpenAPI <ExportOutlined />
          </a>
        </nav>
      }
    >
      <div className={styles.part}>
        <h3>{t('usage.begin')}</h3>
        <p>{t('usage.base')}</p>
        <CodeBlock name={t('usage.base_name')} text={`${base}/api`} />
        <p>{t('usage.key')}</p>
        <CodeBlock name={t('usage.key_name')} text={keyLine('lw_live_…')} />
        <p>{t('usage.key_windows')}</p>
        <CodeBlock name={t('usage.key_windows_name')} text={powerShellKeyLine('lw_live_…')} />
        <p>{t('usage.header')}</p>
        <CodeBlock name={t('usage.header_name')} text="Authorization: Bearer lw_live_…" />
        <p>{t('usage.secret')}</p>
        <p>{t('usage.domains')}</p>
      </div>
      <div className={styles.part}>
        <div className={styles.head}>
          <h3>{t('usage.calls')}</h3>
          <Segmented<ExampleLanguage>
            aria-label={t('usage.language')}
            value={language}
            onChange={setLanguage}
            options={exampleLanguages.map((value) => ({ value, label: names[value] }))}
          />
        </div>
        <p>{t(`usage.needs.${language}`)}</p>
        {calls.map((call) => (
          <section key={call.key} className={styles.call} aria-labelledby={`api-call-${call.key}`}>
            <h4 id={`api-call-${call.key}`}>{t(`call.${call.key}.title`)}</h4>
            <p className={styles.path}>
              <code>
                {call.method} {call.path}
                {'query' in call && `?${call.query}`}
              </code>
            </p>
            <p>{t(`call.${call.key}.text`)}</p>
            <CodeBlock
              name={t('usage.example', { call: t(`call.${call.key}.title`), language: names[language] })}
              text={exampleOf(call, language, base)}
            />
          </section>
        ))}
      </div>
      <div className={styles.part}>
        <h3>{t('usage.limit')}</h3>
        <p>{t('usage.limit_text', { requests: number(requestsPerHour) })}</p>
        <LimitHeaders requestsPerHour={requestsPerHour} />
      </div>
      <div className={styles.part}>
        <h3>{t('usage.answers')}</h3>
        <p>{t('usage.answers_text')}</p>
        <StatusCodes />
      </div>
    </Panel>
  );
}

/** In the address, so that a link to the page shows the same. */
function useExampleLanguage(): [ExampleLanguage, (language: ExampleLanguage) => void] {
  const [params, setParams] = useSearchParams();
  const [usual] = exampleLanguages;
  const shown = exampleLanguages.find((known) => known === params.get('example')) ?? usual;
  usePageParams({ example: shown === usual ? null : shown });
  return [
    shown,
    (language) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (language === usual) next.delete('example');
          else next.set('example', language);
          return next;
        },
        { replace: true },
      ),
  ];
}
