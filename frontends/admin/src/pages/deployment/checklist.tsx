import type { ChecklistItem } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { Link } from '@linkway/kit/router';
import { Ghost, Panel } from '@linkway/kit/ui';
import styles from './deployment-page.module.css';
import type { useDeployment } from './use-deployment';

/** Where what is missing can be set up in the app. */
const WHERE: Partial<Record<ChecklistItem['key'], string>> = {
  mail: '/dashboard?tab=smtp',
  two_factor: '/dashboard?tab=security',
};

/** What an installation should have before people come. */
export function Checklist({ look: { data, failure } }: { look: ReturnType<typeof useDeployment> }) {
  const { t } = useTranslation('deployment');
  // The card above says why, and tries again.
  if (!data && failure) return null;
  return (
    <Panel title={t('checklist.title')}>
      {data ? (
        <ul className={styles.items} aria-label={t('checklist.title')}>
          {data.checklist.map(({ key, done, optional }) => {
            const state = done === null ? 'unknown' : done ? 'done' : optional ? 'optional' : 'missing';
            const where = WHERE[key];
            return (
              <li key={key} className={styles.item}>
                <span className={styles.state} data-state={state}>
                  {t(`checklist.${state}`)}
                </span>
                <span className={styles.what}>
                  <span>{t(`checklist.items.${key}.title`)}</span>
                  {!done && <span className={styles.note}>{t(`checklist.items.${key}.text`)}</span>}
                  {!done && where && (
                    <Link to={where}>{t(`checklist.items.${key as 'mail' | 'two_factor'}.open`)}</Link>
                  )}
                </span>
              </li>
            );
          })}
        </ul>
      ) : (
        <Ghost height={300} />
      )}
    </Panel>
  );
}
