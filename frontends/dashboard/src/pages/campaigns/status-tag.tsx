import type { CampaignStatus } from '@linkway/contracts/rules';
import { useTranslation } from '@linkway/kit/i18n';
import styles from './status-tag.module.css';

/** How a campaign stands, in a word and a colour. */
export function StatusTag({ status }: { status: CampaignStatus }) {
  const { t } = useTranslation('campaigns');
  return <span className={`${styles.tag} ${styles[status]}`}>{t(`status.${status}`)}</span>;
}
