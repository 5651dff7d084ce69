import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { isolated } from '../data/isolated';
import styles from './chart-readout.module.css';
import type { Reading } from './readings';

interface Props {
  label: string;
  rows: Reading[];
  children: ReactNode;
}

const STEPS: Record<string, number> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  PageDown: 7,
  PageUp: -7,
};

/** Reads a chart out value by value with the arrow keys: a canvas says nothing to those who do not point at it. */
export function ChartReadout({ label, rows, children }: Props) {
  const { t } = useTranslation('dashboard');
  const { number } = useFormats();
  const [at, setAt] = useState<number | null>(null);
  const last = rows.length - 1;
  const current = at === null ? null : (rows[Math.min(at, last)] ?? null);
  const say = (name: (name: string) => string): string =>
    current
      ? t('chart.reading', {
          name: name(current.name),
          count: current.clicks,
          shown: number(current.clicks),
          unique: number(current.unique),
        })
      : t('chart.keys');

  const move = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    const target = event.key === 'Home' ? 0 : event.key === 'End' ? last : step === undefined ? null : (at ?? 0) + step;
    if (target === null) return;
    event.preventDefault();
    setAt(Math.max(0, Math.min(last, target)));
  };

  return (
    <div
      className={styles.chart}
      role="slider"
      tabIndex={0}
      aria-label={t('chart.label', { title: label })}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, last)}
      aria-valuenow={Math.min(at ?? 0, Math.max(0, last))}
      aria-valuetext={say((name) => name)}
      onKeyDown={move}
      onFocus={() => setAt((now) => now ?? 0)}
      onBlur={() => setAt(null)}
    >
      {children}
      <p className={styles.reading} aria-hidden="true">
        {say(isolated)}
      </p>
    </div>
  );
}
