import { useTranslation } from '@linkway/kit/i18n';
import { usePageMeta } from '../layout/page-meta';
import { PublicLayout } from '../layout/public-layout';
import styles from './terms-page.module.css';

/** The build writes a mark instead, which the server replaces by the host that it was asked for; behind a proxy that may be another. */
const hostOf = (): string => globalThis.location?.host ?? '__HOST__';

const parts = ['service', 'account', 'conduct', 'links', 'data', 'kept', 'end'] as const;

export default function TermsPage() {
  const { t } = useTranslation('terms');
  usePageMeta(`${t('title')} · Linkway`);
  return (
    <PublicLayout>
      <article className={styles.page}>
        <h1 className={styles.title}>{t('title')}</h1>
        <p className={styles.lead} suppressHydrationWarning>
          {t('lead', { host: hostOf() })}
        </p>
        {parts.map((part) => (
          <section key={part}>
            <h2 className={styles.heading}>{t(`${part}.title`)}</h2>
            <p>{t(`${part}.text`)}</p>
          </section>
        ))}
      </article>
    </PublicLayout>
  );
}
