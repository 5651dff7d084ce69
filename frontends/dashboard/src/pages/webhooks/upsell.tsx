import { useTranslation } from '@linkway/kit/i18n';
import { ThunderboltOutlined } from '@linkway/kit/ui/icons';
import styles from './webhooks-page.module.css';

/** What webhooks give, and how one comes by the plan that they take. `paused`: there are some from before the plan ended. */
export function Upsell({ paused }: { paused: boolean }) {
  const { t } = useTranslation('webhooks');
  return (
    <section className={styles.upsell} aria-labelledby="webhooks-upsell">
      <span className={styles.mark} aria-hidden="true">
        <ThunderboltOutlined />
      </span>
      <div>
        <h2 id="webhooks-upsell" className={styles.upsellTitle}>
          {t('upsell.title')}
        </h2>
        <ul className={styles.gains}>
          <li>{t('upsell.events')}</li>
          <li>{t('upsell.signed')}</li>
          <li>{t('upsell.log')}</li>
        </ul>
        <p>{t('upsell.how')}</p>
        {paused && <p className={styles.paused}>{t('paused')}</p>}
      </div>
    </section>
  );
}
