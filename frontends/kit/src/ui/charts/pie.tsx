import { useMemo, useRef } from 'react';
import { useTheme } from '../../theme/store';
import { type Mark, Marks } from './marks';
import { partAt } from './part-at';
import styles from './pie.module.css';
import { Readout } from './readout';
import { usePointed } from './use-pointed';

interface Props {
  parts: readonly { name: string; value: number }[];
  /** What is counted. */
  unit: string;
  format: (value: number) => string;
}

const COORDINATE = { type: 'theta', innerRadius: 0.64, outerRadius: 1 };

/** Parts of a whole around their sum. */
export function Pie({ parts, unit, format }: Props) {
  const { tokens } = useTheme();
  const plot = useRef<HTMLDivElement>(null);
  const values = parts.map(({ value }) => value);
  const total = values.reduce((sum, value) => sum + value, 0);
  const { pointed, handlers } = usePointed(plot, (x, y) => partAt(values, x, y));
  const part = pointed === null ? undefined : parts[pointed];
  const marks = useMemo((): Mark[] => {
    const domain = parts.map((_, index) => String(index));
    return [
      {
        type: 'interval',
        data: parts.map(({ value }, index) => ({ part: String(index), value })),
        encode: { y: 'value', color: 'part' },
        transform: [{ type: 'stackY' }],
        scale: { color: { type: 'ordinal', domain, range: [...tokens.charts] } },
        style: { stroke: tokens.surface, lineWidth: parts.length > 1 ? 2 : 0 },
      },
    ];
  }, [parts, tokens]);

  return (
    <div className={styles.pie}>
      <div ref={plot} className={styles.plot} {...handlers}>
        <Marks marks={marks} coordinate={COORDINATE} />
        <p className={styles.total} aria-hidden="true">
          <strong>{format(total)}</strong>
          <span>{unit}</span>
        </p>
        {part && (
          <Readout
            x={0.5}
            at="top"
            reading={{ title: part.name, items: [{ name: unit, value: format(part.value) }] }}
          />
        )}
      </div>
    </div>
  );
}
