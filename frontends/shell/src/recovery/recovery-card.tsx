import { useTranslation } from '@linkway/kit/i18n';
import { type ReactNode, useEffect, useRef } from 'react';
import cardStyles from '../auth/auth-page.module.css';
import { usePageMeta } from '../layout/page-meta';
import { PublicLayout } from '../layout/public-layout';
import styles from './recovery.module.css';

interface Props {
  page: 'forgot' | 'reset' | 'confirm' | 'first' | 'address';
  /** Where that of the page has something in it. */
  text?: string;
  /** What happened, in the place of what is to be done: read out, as the page is another one then. */
  told?: { title: string; text: string };
  children?: ReactNode;
}

/** What the pages about a mail's link have around them. */
export function RecoveryCard({ page, text, told, children }: Props) {
  const { t } = useTranslation('recovery');
  const title = told?.title ?? t(`${page}.title`);
  const heading = useRef<HTMLHeadingElement>(null);
  usePageMeta(`${title} · Linkway`);
  // Where it stands in the place of the dashboard, the page came with the outline of that.
  useEffect(() => document.getElementById('outline')?.remove(), []);
  // The button that was pressed is gone, and the focus with it.
  const happened = told?.title;
  useEffect(() => {
    if (happened) heading.current?.focus();
  }, [happened]);
  return (
    <PublicLayout>
      <section className={cardStyles.card} aria-labelledby="recovery-title">
        <h1 ref={heading} id="recovery-title" tabIndex={-1} className={cardStyles.title}>
          {title}
        </h1>
        <p className={`${cardStyles.text} ${styles.text}`} role={told ? 'status' : undefined}>
          {told?.text ?? text ?? t(`${page}.text`)}
        </p>
        {children}
      </section>
    </PublicLayout>
  );
}
