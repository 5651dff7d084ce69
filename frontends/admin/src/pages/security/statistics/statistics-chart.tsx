import type { SecurityStatistics } from '@linkway/kit/api';
import { useFormats } from '@linkway/kit/i18n';
import { Line } from '@linkway/kit/ui/charts';

interface Props {
  series: SecurityStatistics['series'];
  names: readonly string[];
  lines: readonly string[];
}

/** The last hour or day goes on, so its line is dashed. */
export default function StatisticsChart({ series, names, lines }: Props) {
  const { number } = useFormats();
  const points = series.map(({ failed_sign_ins, registrations, lock_outs }, index) => ({
    name: names[index] ?? '',
    tick: names[index] ?? '',
    values: [failed_sign_ins, registrations, lock_outs],
  }));
  return <Line points={points} lines={lines} openFrom={points.length - 1} format={number} />;
}
