import type { Runtime } from '@antv/g2/esm/api/index';
import { onPaper, pause } from './pause';

/** A place with the size that it is drawn at, in pixels. */
export interface Sheet {
  container: HTMLElement;
  width: number;
  height: number;
}

export type DrawOn = (sheet: Sheet) => Promise<Runtime>;

let ready: Promise<DrawOn> | null = null;

/** What makes an empty chart in a place. It is taken up the first time that one is wanted. */
export function drawing(): Promise<DrawOn> {
  ready ??= takeUp();
  return ready;
}

/**
 * The library is in one file with this one, but run in pieces, as is its first work: all of it at once keeps a slow phone
 * from answering for half a second.
 */
async function takeUp(): Promise<DrawOn> {
  const { Canvas } = await import(/* webpackMode: "eager" */ '@antv/g');
  await pause();
  const { Renderer } = await import(/* webpackMode: "eager" */ '@antv/g-canvas');
  await pause();
  const { Runtime } = await import(/* webpackMode: "eager" */ '@antv/g2/esm/api/index');
  await pause();
  const { library } = await import(/* webpackMode: "eager" */ './library');
  await pause();
  return async ({ container, width, height }) => {
    const canvas = new Canvas({ container, width, height, renderer: new Renderer() });
    const element = canvas.getContextService().getDomElement() as HTMLElement | null;
    if (element) element.style.display = 'block';
    await canvas.ready;
    await pause();
    const chart = new Runtime({ canvas, container, lib: library, width, height });
    // What is about to be printed cannot wait for the next frame.
    chart.on('afterpaint', () => onPaper() && canvas.render());
    return chart;
  };
}
