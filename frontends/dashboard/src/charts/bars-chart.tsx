import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Bar } from '@linkway/kit/ui/charts';
import { memo, useMemo } from 'react';
import type { Reading } from './readings';

interface Props {
  data: Reading[];
  /** What a row is. */
  heading: string;
}

/** The values of a breakdown with the most clicks. */
export default memo(function BarsChart({ data, heading }: Props) {
  const { t } = useTranslation('dashboard');
  const { number } = useFormats();
  const rows = useMemo(
    () =>
      data.map(({ name, clicks, unique }) => ({
        name,
        value: clicks,
        more: [{ name: t('chart.unique'), value: number(unique) }],
      })),
    [data, t, number],
  );
  return <Bar rows={rows} heads={[heading, t('chart.clicks')]} format={number} />;
});
