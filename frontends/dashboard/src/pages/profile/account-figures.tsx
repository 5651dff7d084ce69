import { ErrorCard } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { useMe } from '../../data/queries';
import { StatCards } from '../../parts/stat-cards';
import { useOverview } from '../overview/use-overview';
import { daysSince } from './days-since';

export function AccountFigures() {
  const { t } = useTranslation('profile');
  const me = useMe();
  const { data: clicks, late } = useOverview();
  if (!me.data && me.failure) return <ErrorCard error={me.failure} title={t('failed')} retry={me.refresh} />;
  const known = me.data;
  return (
    <StatCards
      stats={[
        { label: t('links_created'), value: known && (known.total_links ?? null) },
        { label: t('total_clicks'), value: late ? null : clicks?.total_clicks },
        { label: t('monthly_limit'), value: known?.monthly_links_limit },
        { label: t('days_since_joining'), value: known && daysSince(known.created_at) },
      ]}
    />
  );
}
