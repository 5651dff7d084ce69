import { costPer } from '@linkway/contracts/rules';
import type { Campaign } from '@linkway/kit/api';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { StatCards } from '../../../parts/stat-cards';
import { useMoney } from '../use-money';

/** What a campaign has led to, and what it costs. */
export function Figures({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('campaigns');
  const { dateTime } = useFormats();
  const money = useMoney();
  const { budget, currency, links_count, clicks_count, clicks_as_of } = campaign;
  const amount = (minor: number): string => money(minor, currency);
  const cost = costPer(budget, clicks_count);
  // Less than the smallest amount there is would be shown as nothing.
  const isTiny = cost !== null && cost > 0 && cost < 1;
  const costText = cost === null ? null : isTiny ? t('detail.less_than', { amount: amount(1) }) : amount(cost);
  return (
    <StatCards
      stats={[
        { label: t('detail.links_count'), value: links_count },
        {
          label: t('detail.clicks_count'),
          value: clicks_count,
          help: clicks_as_of === null ? t('clicks_counting') : t('detail.as_of', { time: dateTime(clicks_as_of) }),
        },
        { label: t('detail.cost_per_click'), value: costText, help: t('detail.cost_per_click_help') },
        { label: t('detail.budget'), value: amount(budget) },
      ]}
    />
  );
}
