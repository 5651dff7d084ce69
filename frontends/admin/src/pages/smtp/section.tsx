import { useTranslation } from '@linkway/kit/i18n';
import { Link, useSearchParams } from '@linkway/kit/router';
import styles from './smtp-page.module.css';

/** The first one is as usual, and stays out of the address. */
export const SECTIONS = ['settings', 'templates', 'inbox'] as const;
export type Section = (typeof SECTIONS)[number];

/** The part of the page that its address names. */
export function useSection(): Section {
  const [params] = useSearchParams();
  return SECTIONS.find((section) => section === params.get('section')) ?? 'settings';
}

/** The parts of the page, each with an address. */
export function SectionNav({ current }: { current: Section }) {
  const { t } = useTranslation('smtp');
  return (
    <nav className={styles.sections} aria-label={t('section.label')}>
      {SECTIONS.map((section) => (
        <Link
          key={section}
          to={section === 'settings' ? '?tab=smtp' : `?tab=smtp&section=${section}`}
          className={styles.section}
          aria-current={section === current ? 'page' : undefined}
        >
          {t(`section.${section}`)}
        </Link>
      ))}
    </nav>
  );
}
