import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Pie } from '@linkway/kit/ui/charts';
import { memo, useMemo } from 'react';
import type { Reading } from './readings';

/** Parts of a whole. Their names and shares stand beside it as text. */
export default memo(function ShareChart({ data }: { data: Reading[] }) {
  const { t } = useTranslation('dashboard');
  const { number } = useFormats();
  const parts = useMemo(() => data.map(({ name, clicks }) => ({ name, value: clicks })), [data]);
  return <Pie parts={parts} unit={t('chart.clicks')} format={number} />;
});
