import { useTranslation } from '@linkway/kit/i18n';
import { CodeBlock, Panel } from '@linkway/kit/ui';
import styles from './deployment-page.module.css';
import type { Way } from './use-way';

/** What whoever keeps the installation needs again and again. */
export function Commands({ way }: { way: Way }) {
  const { t } = useTranslation('deployment');
  return (
    <Panel title={t('commands.title')}>
      <p className={styles.note}>{t(way.commandsText)}</p>
      {way.commands.map(({ key, text }) => (
        <section key={key}>
          <h3 className={styles.command}>{t(key)}</h3>
          <CodeBlock name={t(key)} text={text} />
        </section>
      ))}
    </Panel>
  );
}
