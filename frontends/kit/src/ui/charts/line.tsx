import { memo, useRef } from 'react';
import { useTheme } from '../../theme/store';
import styles from './line.module.css';
import { type Mark, Marks } from './marks';
import { Readout } from './readout';
import { countTicks, shownLabels } from './ticks';
import { usePointed } from './use-pointed';
import { useSize } from './use-size';

export interface LinePoint {
  /** Said in the read-out. */
  name: string;
  /** Written on the axis. */
  tick: string;
  /** Written below it where it is another one than that of the label before. */
  under?: string;
  /** One for each line. */
  values: readonly number[];
  note?: string;
}

interface Props {
  points: readonly LinePoint[];
  /** Names of the lines; the first is the main one and lies on top. */
  lines: readonly string[];
  /** Index of the first point that is not complete yet: from there on lines are dashed. */
  openFrom?: number | null;
  format: (value: number) => string;
}

const INSET = 4;
const CHARACTER = 7.2;

/** Values over time. */
export function Line({ points, lines, openFrom = null, format }: Props) {
  const plot = useRef<HTMLDivElement>(null);
  const [width] = useSize(plot);
  const ticks = countTicks(Math.max(0, ...points.flatMap(({ values }) => values)));
  const top = ticks.at(-1) ?? 1;
  const last = points.length - 1;
  const xOf = (index: number): number => (last <= 0 ? 0.5 : index / last);
  const { pointed, handlers } = usePointed(plot, (x) => Math.max(0, Math.min(last, Math.round(x * last))));
  const point = pointed === null ? undefined : points[pointed];
  const labelWidth = CHARACTER * Math.max(0, ...points.map(({ tick }) => tick.length));
  const labels = shownLabels(points.length, labelWidth, width);
  // A line has two ends: one point alone, or one that is not complete, shows as a dot.
  const dots = [
    ...new Set([
      ...(last === 0 ? [0] : []),
      ...(openFrom === null ? [] : [last]),
      ...(pointed === null ? [] : [pointed]),
    ]),
  ];

  return (
    <div className={styles.line}>
      <div className={styles.counts} aria-hidden="true">
        <span className={styles.widest}>{format(top)}</span>
        {ticks.map((tick) => (
          <span key={tick} className={styles.count} style={{ bottom: `${(tick / top) * 100}%` }}>
            {format(tick)}
          </span>
        ))}
      </div>
      <div ref={plot} className={styles.plot} style={{ marginRight: labelWidth / 2 }} {...handlers}>
        {ticks.map((tick) => (
          <span key={tick} className={styles.rule} style={{ bottom: `${(tick / top) * 100}%` }} />
        ))}
        <div className={styles.canvas}>
          <LineMarks points={points} lines={lines.length} openFrom={openFrom} top={top} />
        </div>
        {point && pointed !== null && <span className={styles.cross} style={{ left: `${xOf(pointed) * 100}%` }} />}
        {dots.flatMap((index) =>
          lines
            .map((line, at) => (
              <span
                key={`${line} ${index}`}
                className={styles.dot}
                style={{
                  left: `${xOf(index) * 100}%`,
                  bottom: `${((points[index]?.values[at] ?? 0) / top) * 100}%`,
                  borderColor: `var(--lw-chart-${at + 1})`,
                }}
              />
            ))
            .reverse(),
        )}
        {point && pointed !== null && (
          <Readout
            x={xOf(pointed)}
            at={Math.max(...point.values) > top / 2 ? 'bottom' : 'top'}
            reading={{
              title: point.name,
              items: lines.map((name, at) => ({
                name,
                value: format(point.values[at] ?? 0),
                color: `var(--lw-chart-${at + 1})`,
              })),
              note: point.note,
            }}
          />
        )}
      </div>
      <div className={styles.times} style={{ marginRight: labelWidth / 2 }} aria-hidden="true">
        {labels.map((index, place) => {
          const { tick = '', under } = points[index] ?? {};
          const before = points[labels[place - 1] ?? -1]?.under;
          return (
            <span key={index} className={styles.time} style={{ left: `${xOf(index) * 100}%` }}>
              {tick}
              {under && under !== before && <span className={styles.under}>{under}</span>}
            </span>
          );
        })}
      </div>
    </div>
  );
}

interface LineMarksProps {
  points: readonly LinePoint[];
  lines: number;
  openFrom: number | null;
  top: number;
}

/** Drawn anew only for other values, not for each place that is pointed at. The main line is the last, on top. */
const LineMarks = memo(function LineMarks({ points, lines, openFrom, top }: LineMarksProps) {
  const { tokens } = useTheme();
  const marks = Array.from({ length: lines }, (_, line) =>
    marksOf(points, line, openFrom, top, tokens.charts[line] ?? tokens.ink),
  );
  return <Marks marks={marks.reverse().flat()} inset={INSET} />;
});

/** A line up to the last point that is complete, and a dashed one from there on. The second line is the wider: where both are equal, both show. */
function marksOf(
  points: readonly LinePoint[],
  line: number,
  openFrom: number | null,
  top: number,
  stroke: string,
): Mark[] {
  const data = points.map(({ values }, x) => ({ x, y: values[line] ?? 0 }));
  const end = openFrom ?? data.length;
  const mark = (part: typeof data, dashed: boolean): Mark => ({
    type: 'line',
    data: part,
    encode: { x: 'x', y: 'y' },
    scale: {
      x: { type: 'linear', domain: [0, Math.max(1, data.length - 1)], nice: false },
      y: { type: 'linear', domain: [0, top], nice: false },
    },
    style: { stroke, lineWidth: line === 0 ? 2 : 4, ...(dashed && { lineDash: [3, 4], strokeOpacity: 0.8 }) },
  });
  return [
    ...(end > 1 ? [mark(data.slice(0, end), false)] : []),
    ...(end < data.length && end > 0 ? [mark(data.slice(end - 1), true)] : []),
  ];
}
