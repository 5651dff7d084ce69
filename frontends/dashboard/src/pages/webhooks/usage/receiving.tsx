import { useTranslation } from '@linkway/kit/i18n';
import { CodeBlock, Panel, Segmented } from '@linkway/kit/ui';
import { ExportOutlined } from '@linkway/kit/ui/icons';
import { useState } from 'react';
import { type ExampleLanguage, exampleLanguages, examples, SECRET_VARIABLE } from './examples';
import styles from './receiving.module.css';

const names: Record<ExampleLanguage, string> = { javascript: 'JavaScript', python: 'Python', shell: 'Shell' };

/** What a receiver gets, and how it knows that it is from Linkway. */
export default function Receiving() {
  const { t } = useTranslation('webhooks');
  const [language, setLanguage] = useState<ExampleLanguage>('javascript');
  return (
    <Panel
      title={t('usage.title')}
      extra={
        <a className={styles.docs} href="/api/docs" target="_blank" rel="noreferrer">
          {t('usage.docs')} <ExportOutlined />
        </a>
      }
    >
      <p className={styles.text}>{t('usage.text')}</p>
      <div className={styles.head}>
        <h3>{t('usage.verify')}</h3>
        <Segmented<ExampleLanguage>
          aria-label={t('usage.language')}
          value={language}
          onChange={setLanguage}
          options={exampleLanguages.map((value) => ({ value, label: names[value] }))}
        />
      </div>
      <p className={styles.text}>{t('usage.verify_text', { variable: SECRET_VARIABLE })}</p>
      <CodeBlock name={t('usage.example', { language: names[language] })} text={examples[language]} />
    </Panel>
  );
}
