import { useTranslation } from '@linkway/kit/i18n';
import { Link } from '@linkway/kit/router';
import { useCampaign } from '../data/campaigns';
import styles from './campaign-link.module.css';

/** What a campaign is called, leading to it. */
export function CampaignLink({ id }: { id: string }) {
  const { t } = useTranslation('dashboard');
  const { name, isGone } = useCampaign(id);
  if (isGone) return <span className={styles.gone}>{name}</span>;
  const said = t('campaign.named', { name });
  return (
    <Link className={styles.campaign} to={`/dashboard?tab=campaigns&campaign=${id}`} title={said} aria-label={said}>
      <bdi className={styles.name}>{name}</bdi>
    </Link>
  );
}
