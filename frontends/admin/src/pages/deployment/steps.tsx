import type { Deployment } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { CodeBlock, Panel } from '@linkway/kit/ui';
import styles from './deployment-page.module.css';
import { exampleHost } from './example-host';
import type { Way } from './use-way';

/** From an empty server or cluster to the first sign-in, by this product's own Compose file or chart. */
export function Steps({ deployment, way }: { deployment: Deployment | undefined; way: Way }) {
  const { t } = useTranslation('deployment');
  return (
    <Panel title={t('steps.title')}>
      <p className={styles.note}>{t(way.text)}</p>
      <ol className={styles.steps}>
        {way.stepsFor(exampleHost(deployment)).map(({ key, text }) => (
          <li key={key}>
            <h3>{t(`${key}.title`)}</h3>
            <p>{t(`${key}.text`)}</p>
            {text && <CodeBlock name={t(`${key}.title`)} text={text} />}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
