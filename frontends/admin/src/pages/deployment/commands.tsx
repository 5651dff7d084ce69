import { useTranslation } from '@linkway/kit/i18n';
import { CodeBlock, Panel } from '@linkway/kit/ui';
import { commands } from './compose';
import styles from './deployment-page.module.css';

/** What whoever keeps the installation needs again and again. */
export function Commands() {
  const { t } = useTranslation('deployment');
  return (
    <Panel title={t('commands.title')}>
      <p className={styles.note}>{t('commands.text')}</p>
      {commands.map(({ key, text }) => (
        <section key={key}>
          <h3 className={styles.command}>{t(`commands.${key}`)}</h3>
          <CodeBlock name={t(`commands.${key}`)} text={text} />
        </section>
      ))}
    </Panel>
  );
}
