import { type RefObject, useEffect } from 'react';
import styles from './readout.module.css';

export interface Reading {
  title: string;
  items: readonly { name: string; value: string; color?: string }[];
  note?: string;
}

interface Props {
  reading: Reading;
  /** Part of the width, from 0 to 1. The box is moved by as much of its own, so that it never leaves the chart. */
  x: number;
  at: 'top' | 'bottom';
}

/** What is pointed at, said beside it. Screen readers have the chart's own read-out. */
export function Readout({ reading, x, at }: Props) {
  return (
    <div
      className={`${styles.readout} ${styles[at]}`}
      style={{ left: `${x * 100}%`, transform: `translateX(${-x * 100}%)` }}
      aria-hidden="true"
      data-readout=""
    >
      <div className={styles.title}>
        <bdi>{reading.title}</bdi>
      </div>
      {reading.items.map(({ name, value, color }) => (
        <div key={name} className={styles.row}>
          {color && <span className={styles.marker} style={{ background: color }} />}
          <bdi className={styles.name}>{name}</bdi>
          <span className={styles.value}>{value}</span>
        </div>
      ))}
      {reading.note && <div className={styles.note}>{reading.note}</div>}
    </div>
  );
}

/** Closes what a tap has opened: by Escape and by a tap beside it. */
export function useDismiss(place: RefObject<HTMLElement | null>, shown: boolean, close: () => void): void {
  useEffect(() => {
    if (!shown) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') close();
    };
    const onPointer = (event: PointerEvent): void => {
      if (!(event.target instanceof Node && place.current?.contains(event.target))) close();
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onPointer);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onPointer);
    };
  }, [place, shown, close]);
}
