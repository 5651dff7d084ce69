import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { KeyOutlined } from '@linkway/kit/ui/icons';
import styles from './api-page.module.css';

interface Props {
  hasKeys: boolean;
  requestsPerHour: number;
}

/** What a key gives, and how one comes by the plan that it takes. */
export function Upsell({ hasKeys, requestsPerHour }: Props) {
  const { t } = useTranslation('api');
  const { number } = useFormats();
  const gains = [t('upsell.calls'), t('upsell.limit', { requests: number(requestsPerHour) }), t('upsell.safe')];
  return (
    <section className={styles.upsell} aria-labelledby="api-upsell">
      <span className={styles.mark} aria-hidden="true">
        <KeyOutlined />
      </span>
      <div>
        <h2 id="api-upsell" className={styles.upsellTitle}>
          {t('upsell.title')}
        </h2>
        <ul className={styles.gains}>
          {gains.map((gain) => (
            <li key={gain}>{gain}</li>
          ))}
        </ul>
        <p>{t('upsell.how')}</p>
        {hasKeys && <p className={styles.ended}>{t('upsell.has_keys')}</p>}
      </div>
    </section>
  );
}
