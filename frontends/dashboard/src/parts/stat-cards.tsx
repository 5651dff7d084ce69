import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Ghost } from '@linkway/kit/ui';
import type { CSSProperties } from 'react';
import styles from './stat-cards.module.css';

export interface Stat {
  label: string;
  /** undefined: on its way; null: cannot be known now. A text stands as it is, several of them on a line each. */
  value: number | string | readonly string[] | null | undefined;
  help?: string;
  /** With one decimal. */
  average?: boolean;
}

/** A row of figures, each with its name. */
export function StatCards({ stats }: { stats: Stat[] }) {
  const { t } = useTranslation('dashboard');
  const { number, decimal } = useFormats();
  return (
    <dl className={styles.stats}>
      {stats.map((stat) => (
        <div key={stat.label} className={styles.stat}>
          <dt className={styles.label}>{stat.label}</dt>
          <dd className={styles.value}>
            {stat.value === undefined ? (
              <Ghost width={72} height={32} />
            ) : stat.value === null ? (
              <span className={styles.missing} title={t('missing')}>
                –<span className="lw-visually-hidden">{t('missing')}</span>
              </span>
            ) : typeof stat.value === 'string' ? (
              <Text text={stat.value} />
            ) : typeof stat.value === 'object' ? (
              <Lines texts={stat.value} />
            ) : stat.average ? (
              decimal(stat.value)
            ) : (
              number(stat.value)
            )}
          </dd>
          {stat.help && <dd className={styles.help}>{stat.help}</dd>}
        </div>
      ))}
    </dl>
  );
}

const Lines = ({ texts }: { texts: readonly string[] }) =>
  texts.map((text) => (
    <span key={text} className={texts.length > 1 ? styles.line : undefined}>
      <Text text={text} />
    </span>
  ));

/** Smaller where it would not be on one line otherwise: an amount that is broken is read as two. */
function Text({ text }: { text: string }) {
  const length: CSSProperties & Record<'--characters', number> = { '--characters': text.length };
  return (
    <span className={styles.text} style={length}>
      {text}
    </span>
  );
}
