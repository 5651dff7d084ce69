import { Runtime } from '@antv/g2/esm/api/index';
import { useEffect, useRef } from 'react';
import { library } from './library';
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
  const chart = useRef<Runtime | null>(null);
  const [width, height] = useSize(place);

  useEffect(() => {
    if (!container.current) return;
    const made = new Runtime({ container: container.current, lib: library, width: 1, height: 1 });
    // What is about to be printed cannot wait for the next frame.
    made.on('afterpaint', () => made.getContext().canvas?.render());
    chart.current = made;
    return () => {
      chart.current = null;
      made.destroy();
    };
  }, []);

  useEffect(() => {
    if (!chart.current || width === 0 || height === 0) return;
    chart.current.options({
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
    void chart.current.render();
  }, [marks, coordinate, inset, width, height]);

  return (
    <div ref={place} className={styles.marks} aria-hidden="true">
      <div ref={container} className={styles.container} />
    </div>
  );
}
