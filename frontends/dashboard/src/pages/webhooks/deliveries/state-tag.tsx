import type { WebhookDelivery } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import styles from './deliveries.module.css';

export function StateTag({ state }: Pick<WebhookDelivery, 'state'>) {
  const { t } = useTranslation('webhooks');
  return <span className={`${styles.state} ${styles[state]}`}>{t(`delivery_state.${state}`)}</span>;
}
