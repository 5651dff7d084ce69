import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { useTheme } from '@linkway/kit/theme';
import { Bar } from '@linkway/kit/ui/charts';
import { memo } from 'react';
import { useSmallScreen } from '../parts/use-small-screen';
import { countAxis, countWidth, upright } from './axis';
import type { Reading } from './readings';

const LABEL_GAP = 4;

const cut = (name: string, length: number): string => (name.length > length ? `${name.slice(0, length - 1)}…` : name);

/** The values of a breakdown with the most clicks. */
export default memo(function BarsChart({ data }: { data: Reading[] }) {
  const { t } = useTranslation('dashboard');
  const { number } = useFormats();
  const { tokens } = useTheme();
  const small = useSmallScreen();
  const most = Math.max(0, ...data.map(({ clicks }) => clicks));
  const y = countAxis(most, number);
  return (
    <Bar
      data={data}
      xField="name"
      yField="clicks"
      animate={false}
      scale={{ x: { paddingInner: 0.4, paddingOuter: 0.2 }, y: y.scale }}
      style={{ maxWidth: 20, radiusTopLeft: 4, radiusTopRight: 4 }}
      axis={{
        x: { title: false, ...upright, labelFormatter: (name: string) => cut(name, small ? 14 : 20) },
        y: { title: t('chart.clicks'), ...y.axis },
      }}
      label={{
        text: ({ clicks }: Reading) => number(clicks),
        position: 'right',
        dx: LABEL_GAP,
        textAlign: 'left',
        fill: tokens.ink,
      }}
      legend={false}
      // Where the longest bar ends at the end of the axis, its number stands behind it.
      marginRight={countWidth(most, number) + LABEL_GAP}
      marginBottom={0}
      tooltip={{
        title: 'name',
        items: [{ field: 'clicks', name: t('chart.clicks'), valueFormatter: number }],
      }}
    />
  );
});
