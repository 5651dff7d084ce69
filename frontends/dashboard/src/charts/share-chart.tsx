import { useFormats } from '@linkway/kit/i18n';
import { Pie } from '@linkway/kit/ui/charts';
import { memo } from 'react';
import type { Reading } from './readings';

/** Parts of a whole. Their names and shares stand beside it as text. */
export default memo(function ShareChart({ data }: { data: Reading[] }) {
  const { number } = useFormats();
  return (
    <Pie
      data={data}
      angleField="clicks"
      colorField="name"
      innerRadius={0.64}
      height={220}
      animate={false}
      legend={false}
      scale={{ color: { domain: data.map(({ name }) => name) } }}
      tooltip={{
        title: false,
        items: [({ name, clicks }: Reading) => ({ name, value: number(clicks) })],
      }}
    />
  );
});
