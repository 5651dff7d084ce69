import type { ApiKey } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { Fragment } from 'react';
import { useDomains } from '../../data/queries';
import styles from './api-page.module.css';

/** By name; the others are counted. */
const SHOWN = 3;

/** Which domains a key is for. A service of the former release does not say. */
export function KeyDomains({ of: { domain_ids } }: { of: ApiKey }) {
  const { t } = useTranslation('api');
  if (domain_ids === undefined) return null;
  return <span className={styles.domains}>{domain_ids === null ? t('all_domains') : <Names ids={domain_ids} />}</span>;
}

function Names({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation('api');
  const { data } = useDomains();
  if (!data) return t('domains_count', { count: ids.length });
  const names = ids.map((id) => data.data.find((domain) => domain.id === id)?.domain_name ?? t('domain_gone'));
  const left = names.length - SHOWN;
  return (
    <span title={names.join('\n')}>
      {t('column.domains')}:{' '}
      {names.slice(0, SHOWN).map((name, place) => (
        // Of two that are gone the names are the same.
        <Fragment key={ids[place]}>
          {place > 0 && ', '}
          <bdi>{name}</bdi>
        </Fragment>
      ))}{' '}
      {left > 0 && <span>{t('domains_more', { count: left })}</span>}
    </span>
  );
}
