import type { Deployment } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { CodeBlock, Panel } from '@linkway/kit/ui';
import { exampleHost, stepsFor } from './compose';
import styles from './deployment-page.module.css';

/** From an empty server to the first sign-in, by this product's own Compose file. */
export function Steps({ deployment }: { deployment: Deployment | undefined }) {
  const { t } = useTranslation('deployment');
  return (
    <Panel title={t('steps.title')}>
      <p className={styles.note}>{t('steps.text')}</p>
      <ol className={styles.steps}>
        {stepsFor(exampleHost(deployment)).map(({ key, text }) => (
          <li key={key}>
            <h3>{t(`steps.${key}.title`)}</h3>
            <p>{t(`steps.${key}.text`)}</p>
            {text && <CodeBlock name={t(`steps.${key}.title`)} text={text} />}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
