import { lazyPart } from '@linkway/kit/base';
import { useTranslation, withTexts } from '@linkway/kit/i18n';
import { useLocation } from '@linkway/kit/router';
import { useEffect, useState } from 'react';
import { usePageMeta } from '../../layout/page-meta';
import { PublicLayout } from '../../layout/public-layout';
import { CallToAction } from './call-to-action';
import { Features } from './features';
import { FreeDomains } from './free-domains';
import styles from './landing-page.module.css';
import { ProductPreview } from './product-preview';
import { quiet } from './quiet';
import { ShortenForm } from './shorten-form';
import { useDomains } from './use-domains';
import { useShorten } from './use-shorten';

/** What is not seen first leaves the network to what is. */
const AFTER_MS = 2_000;

/** Nothing without the API. */
const LiveExample = lazyPart(
  withTexts('example', () => import('./live-example')),
  quiet,
);

const QuickActions = lazyPart(() => import('./quick-actions'), quiet);

export function LandingPage() {
  const { t } = useTranslation('public');
  const { hash, key } = useLocation();
  const domains = useDomains();
  const shorten = useShorten(domains);
  usePageMeta(t('landing.page_title'), t('landing.text'));
  const [later, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setLater, AFTER_MS, true);
    return () => clearTimeout(timer);
  }, []);
  // The sections' addresses; again on each press of the same link.
  useEffect(() => {
    if (key && hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash, key]);
  const choose = (domain_id: string): void => {
    shorten.change({ domain_id });
    document.querySelector<HTMLElement>('#shorten [name="url"]')?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  };
  return (
    <PublicLayout>
      <section className={styles.hero}>
        <h1 className={styles.title}>{t('landing.title')}</h1>
        <p className={styles.text}>{t('landing.text')}</p>
        <div className={styles.form}>
          <ShortenForm shorten={shorten} domains={domains} />
        </div>
      </section>
      <Features />
      <div className={styles.example}>{later && <LiveExample />}</div>
      <ProductPreview />
      <FreeDomains domains={domains} onChoose={choose} />
      <CallToAction />
      {later && <QuickActions />}
    </PublicLayout>
  );
}
