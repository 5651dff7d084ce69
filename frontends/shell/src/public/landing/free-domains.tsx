import { PlainButton } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { useState } from 'react';
import { Icon } from '../../layout/icon';
import styles from './sections.module.css';
import type { Domains } from './use-domains';

const FIRST = 6;

interface Props {
  domains: Domains;
  /** Puts the domain into the form. */
  onChoose: (id: string) => void;
}

export function FreeDomains({ domains, onChoose }: Props) {
  const { t } = useTranslation('public');
  const [all, setAll] = useState(false);
  const list = domains.list ?? [];
  // A single one is the form's already: there is nothing to choose.
  const [single] = list.length === 1 ? list : [];
  return (
    <section id="domains" className={styles.section} aria-labelledby="domains-title">
      <h2 id="domains-title" className={styles.title}>
        {t(single ? 'domains.single_title' : 'domains.title')}
      </h2>
      <p className={styles.lead}>{single ? t('domains.single', { domain: single.domain_name }) : t('domains.text')}</p>
      {domains.problem && <p role="alert">{domains.problem}</p>}
      {!single && (
        <ul className={styles.domains}>
          {(all ? list : list.slice(0, FIRST)).map((domain) => (
            <li key={domain.id} className={styles.domain}>
              <div className={styles.domainHead}>
                <Icon name="globe" />
                <span className={styles.tag}>{t('domains.free')}</span>
              </div>
              <h3 className={styles.name}>{domain.domain_name}</h3>
              <p className={styles.text}>{domain.sort_order === 0 ? t('domains.main') : domain.description}</p>
              <PlainButton
                size="small"
                aria-label={t('domains.choose_named', { domain: domain.domain_name })}
                onClick={() => onChoose(domain.id)}
              >
                {t('domains.choose')}
              </PlainButton>
            </li>
          ))}
        </ul>
      )}
      {list.length > FIRST && (
        <PlainButton className={styles.more} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('domains.less') : t('domains.more')}
        </PlainButton>
      )}
    </section>
  );
}
