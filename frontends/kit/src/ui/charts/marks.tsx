import type { Runtime } from '@antv/g2/esm/api/index';
import { useCallback, useEffect, useRef, useState } from 'react';
import { drawing } from './drawing';
import styles from './marks.module.css';
import { useSize } from './use-size';

export interface Mark {
  type: 'line' | 'interval';
  data: readonly object[];
  encode: Record<string, string>;
  transform?: object[];
  scale?: Record<string, object>;
  style?: Record<string, unknown>;
}

interface Props {
  marks: readonly Mark[];
  coordinate?: object;
  /** Pixels around what is drawn, for lines that would be cut at the edge. */
  inset?: number;
}

/** All that it would add by itself, and does not have here. */
const interaction = { event: false, tooltip: false, sliderFilter: false, legendFilter: false, scrollbarFilter: false };
const BARE = { axis: false, legend: false, tooltip: false, animate: false } as const;

/** Draws marks on a canvas that fills its place. Everything that is read stands around it as HTML. */
export function Marks({ marks, coordinate, inset = 0 }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<Runtime | null>(null);
  const [width, height] = useSize(place);
  const hasSize = width > 0 && height > 0;
  const fail = useFailure();

  useEffect(() => {
    const [on, sheet] = [container.current, place.current];
    if (!on || !sheet || !hasSize) return;
    let made: Runtime | null = null;
    let gone = false;
    const make = async (): Promise<void> => {
      const drawOn = await drawing();
      if (gone) return;
      made = await drawOn({ container: on, width: sheet.clientWidth, height: sheet.clientHeight });
      if (gone) made.destroy();
      else setChart(made);
    };
    make().catch(fail);
    return () => {
      gone = true;
      setChart(null);
      made?.destroy();
    };
  }, [hasSize, fail]);

  useEffect(() => {
    if (!chart || !hasSize) return;
    chart.options({
      type: 'view',
      width,
      height,
      margin: 0,
      padding: 0,
      inset,
      interaction,
      ...BARE,
      ...(coordinate && { coordinate }),
      children: marks.map((mark) => ({ ...mark, ...BARE })),
    });
    let isOver = false;
    chart.render().then(
      () => container.current?.setAttribute('data-chart', 'drawn'),
      (error: unknown) => {
        // One that is taken away while it is drawn fails.
        if (!isOver) fail(error);
      },
    );
    return () => {
      isOver = true;
    };
  }, [chart, marks, coordinate, inset, hasSize, width, height, fail]);

  return (
    <div ref={place} className={styles.marks} aria-hidden="true">
      <div ref={container} className={styles.container} />
    </div>
  );
}

/** What it is given is thrown while the component is drawn, so that the card of the part that it is in tells it. */
function useFailure(): (error: unknown) => void {
  const [, setNothing] = useState<null>(null);
  return useCallback((error) => {
    setNothing(() => {
      throw error;
    });
  }, []);
}
