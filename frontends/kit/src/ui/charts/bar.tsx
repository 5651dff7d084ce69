import { useMemo, useRef } from 'react';
import { useTheme } from '../../theme/store';
import styles from './bar.module.css';
import { type Mark, Marks } from './marks';
import { Readout } from './readout';
import { usePointed } from './use-pointed';

export interface BarRow {
  name: string;
  value: number;
  /** What else is known of it, for the read-out. */
  more?: readonly { name: string; value: string }[];
}

interface Props {
  rows: readonly BarRow[];
  /** What a row is, and what its number is. */
  heads: readonly [name: string, value: string];
  format: (value: number) => string;
}

const ROW = 34;
const BAR = 8;
const COORDINATE = { transform: [{ type: 'transpose' }] };

/** Values beside each other, the largest first. Each stands under its name and number, which have the whole width. */
export function Bar({ rows, heads, format }: Props) {
  const { tokens } = useTheme();
  const plot = useRef<HTMLDivElement>(null);
  const { pointed, handlers } = usePointed(plot, (_, y) => Math.min(rows.length - 1, Math.floor(y * rows.length)));
  const row = pointed === null ? undefined : rows[pointed];
  const marks = useMemo((): Mark[] => {
    const most = Math.max(1, ...rows.map(({ value }) => value));
    return [
      {
        type: 'interval',
        data: rows.map(({ value }, x) => ({ x: String(x), value })),
        encode: { x: 'x', y: 'value' },
        scale: {
          x: { type: 'band', domain: rows.map((_, x) => String(x)), padding: 0 },
          y: { type: 'linear', domain: [0, most], nice: false },
        },
        style: { fill: tokens.charts[0], maxWidth: BAR, minHeight: 2, radius: 2 },
      },
    ];
  }, [rows, tokens]);

  return (
    <div className={styles.bar}>
      <div className={styles.heads} aria-hidden="true">
        <span>{heads[0]}</span>
        <span>{heads[1]}</span>
      </div>
      <div ref={plot} className={styles.rows} style={{ height: rows.length * ROW }} {...handlers}>
        <div className={styles.canvas}>
          <Marks marks={marks} coordinate={COORDINATE} />
        </div>
        {rows.map(({ name, value }, index) => (
          <div key={name} className={`${styles.row} ${index === pointed ? styles.pointed : ''}`} aria-hidden="true">
            <bdi className={styles.name} title={name}>
              {name}
            </bdi>
            <span className={styles.value}>{format(value)}</span>
          </div>
        ))}
        {row && pointed !== null && (
          <Readout
            x={1}
            at={pointed < rows.length / 2 ? 'bottom' : 'top'}
            reading={{
              title: row.name,
              items: [{ name: heads[1], value: format(row.value) }, ...(row.more ?? [])],
            }}
          />
        )}
      </div>
    </div>
  );
}
