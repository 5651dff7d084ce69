import { ButtonLink, CopyButton, lazyPart, visibleAddress } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { useEffect, useRef } from 'react';
import { quiet } from './quiet';
import styles from './result-box.module.css';
import type { Made } from './use-shorten';

/** Fetched while the link is being made: it has no place in the first script. */
export const loadQr = () => import('./link-qr');
/** A picture that does not load takes nothing else with it. */
const LinkQr = lazyPart(loadQr, { ...quiet, waiting: <div className={styles.picture} /> });

const SCROLL_AFTER = 300;

const withoutScheme = (url: string): string => url.replace(/^https?:\/\//i, '');

/** A long address keeps its beginning and its end, by which people know it. */
export function cutInTheMiddle(text: string, most = 64): string {
  if (text.length <= most) return text;
  const half = Math.floor((most - 1) / 2);
  return `${text.slice(0, half)}…${text.slice(-half)}`;
}

/** The new link: to copy, to open, to scan. */
export function ResultBox({ made, member }: { made: Made; member: boolean }) {
  const { t } = useTranslation('public');
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const timer = window.setTimeout(() => box.current?.scrollIntoView({ block: 'nearest' }), SCROLL_AFTER);
    return () => window.clearTimeout(timer);
  }, []);
  const shown = withoutScheme(made.short_url);
  const destination = visibleAddress(made.original_url);
  return (
    <section ref={box} className={styles.box} aria-label={t('result.title')} tabIndex={-1}>
      <div className={styles.text}>
        <p className={styles.title} role="status">
          {t('result.title')}
        </p>
        <div className={styles.line}>
          <a className={styles.link} href={made.short_url} target="_blank" rel="noopener">
            {shown}
          </a>
          <CopyButton text={made.short_url} name={shown} kind="primary" />
        </div>
        <p className={styles.destination} title={destination}>
          {cutInTheMiddle(withoutScheme(destination))}
        </p>
        <div className={styles.next}>
          {member && made.id ? (
            <ButtonLink to={`/dashboard?tab=analytics&link=${made.id}`} size="small">
              {t('result.clicks')}
            </ButtonLink>
          ) : (
            <p className={styles.help}>{t('result.register')}</p>
          )}
        </div>
      </div>
      <div className={styles.code}>
        <LinkQr url={made.short_url} copy={false} />
      </div>
    </section>
  );
}
