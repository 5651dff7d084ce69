import type { Analytics } from '@linkway/kit/api';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Line } from '@linkway/kit/ui/charts';
import { memo } from 'react';
import { countAxis, countAxisSize, upright } from './axis';
import { bucketName, bucketTick } from './bucket';

interface Props {
  series: Analytics['series'];
  interval: Analytics['interval'];
}

/** Clicks and visitors over time. */
export default memo(function SeriesChart({ series, interval }: Props) {
  const { t } = useTranslation('dashboard');
  const formats = useFormats();
  const clicks = t('chart.clicks');
  const unique = t('chart.unique');
  const max = Math.max(0, ...series.map((point) => point.clicks));
  const y = countAxis(max, formats.number);
  return (
    <Line
      data={series.flatMap((point) => [
        { time: point.time, kind: clicks, value: point.clicks },
        { time: point.time, kind: unique, value: point.unique },
      ])}
      xField="time"
      yField="value"
      colorField="kind"
      animate={false}
      scale={{ y: y.scale, color: { domain: [clicks, unique] } }}
      style={{ lineWidth: 2 }}
      axis={{
        x: {
          title: false,
          ...upright,
          labelAutoHide: true,
          labelFormatter: (time: string) => bucketTick(time, interval, formats),
        },
        y: { title: t('chart.clicks'), size: countAxisSize(max, formats.number), ...y.axis },
      }}
      legend={false}
      marginBottom={0}
      tooltip={{
        title: ({ time }: { time: string }) => bucketName(time, interval, formats),
        items: [{ channel: 'y', valueFormatter: formats.number }],
      }}
    />
  );
});
