import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { useTheme } from '@linkway/kit/theme';
import { Bar } from '@linkway/kit/ui/charts';
import { memo } from 'react';
import { countAxis } from './axis';
import type { Reading } from './readings';

const NAME_LENGTH = 18;
const short = (name: string): string => (name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH - 1)}…` : name);

/** The values of a breakdown with the most clicks. */
export default memo(function BarsChart({ data }: { data: Reading[] }) {
  const { t } = useTranslation('dashboard');
  const { number } = useFormats();
  const { tokens } = useTheme();
  const y = countAxis(Math.max(0, ...data.map(({ clicks }) => clicks)), number);
  return (
    <Bar
      data={data}
      xField="name"
      yField="clicks"
      animate={false}
      scale={{ x: { paddingInner: 0.4, paddingOuter: 0.2 }, y: y.scale }}
      style={{ maxWidth: 20, radiusTopLeft: 4, radiusTopRight: 4 }}
      axis={{
        x: { title: false, tick: false, labelFormatter: short },
        y: { title: t('chart.clicks'), ...y.axis },
      }}
      label={{
        text: ({ clicks }: Reading) => number(clicks),
        position: 'right',
        dx: 4,
        textAlign: 'left',
        fill: tokens.ink,
      }}
      legend={false}
      tooltip={{
        title: 'name',
        items: [{ field: 'clicks', name: t('chart.clicks'), valueFormatter: number }],
      }}
    />
  );
});
