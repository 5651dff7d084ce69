import type { CampaignSummary } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { StatCards } from '../../parts/stat-cards';
import { useMoney } from './use-money';

interface Props {
  /** undefined: on its way. */
  summary: CampaignSummary | undefined;
  /** Some clicks may still be missing. */
  counting: boolean;
}

/** Of all campaigns, whatever the list is limited to. */
export function SummaryCards({ summary, counting }: Props) {
  const { t } = useTranslation('campaigns');
  const money = useMoney();
  const budgets = summary?.budgets.map(({ budget, currency }) => money(budget, currency));
  return (
    <StatCards
      stats={[
        { label: t('summary.campaigns'), value: summary?.campaigns },
        { label: t('summary.active'), value: summary?.active },
        {
          label: t('summary.clicks'),
          value: summary?.clicks_count,
          help: counting ? t('clicks_counting') : undefined,
        },
        { label: t('summary.budget'), value: budgets?.length === 0 ? t('summary.no_budget') : budgets },
      ]}
    />
  );
}
