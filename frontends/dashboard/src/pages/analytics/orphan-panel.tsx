import { api, asProblem, body, type LinkOrphanVisits } from '@linkway/kit/api';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { keepPreviousData, usePageQuery } from '@linkway/kit/query';
import { Button, Ghost, Panel } from '@linkway/kit/ui';
import { type Filter, rangeOf } from './filter';
import styles from './orphan-panel.module.css';

/** Of one link, by reason: visits that led nowhere, most first. */
export function OrphanPanel({ link, filter }: { link: string; filter: Filter }) {
  const { t } = useTranslation(['analytics', 'dashboard']);
  const { number } = useFormats();
  const { interval: _, ...range } = rangeOf(filter);
  const { data, failure, old, isFetching, refresh } = usePageQuery<LinkOrphanVisits>({
    queryKey: ['orphan-visits', link, range],
    queryFn: ({ signal }) =>
      body(api.GET('/api/links/{id}/orphan-visits', { params: { path: { id: link }, query: range }, signal })),
    placeholderData: keepPreviousData,
  });
  return (
    <Panel title={t('orphans.title')} className={styles.panel}>
      {failure ? (
        <p role="alert">
          {t('orphans.failed')}: {asProblem(failure).detail}{' '}
          <Button type="link" size="small" loading={isFetching} onClick={refresh}>
            {t('dashboard:retry')}
          </Button>
        </p>
      ) : !data ? (
        <Ghost height={20} />
      ) : data.total === 0 ? (
        <p className={styles.none}>{t('orphans.none')}</p>
      ) : (
        <div aria-busy={old} className={old ? styles.old : undefined}>
          <ul className={styles.reasons}>
            {data.reasons.map(({ reason, visits }) => (
              <li key={reason}>
                <span>{t(`orphans.reason.${reason}` as 'orphans.reason.paused', { defaultValue: reason })}</span>
                <span className={styles.count}>{number(visits)}</span>
              </li>
            ))}
          </ul>
          <p className={styles.none}>{t('orphans.text')}</p>
        </div>
      )}
    </Panel>
  );
}
