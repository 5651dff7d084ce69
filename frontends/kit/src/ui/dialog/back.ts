import { useEffectEvent, useLayoutEffect } from 'react';

interface Layer {
  close: () => void;
}

/** What is open over the page, the uppermost last. */
const layers: Layer[] = [];
/** The browser is on its way from the entry of what was closed. */
let leaving = false;
/** Where in the history the browser was before, where it tells. */
let former = -1;
let listening = false;

const navigation = (): Partial<Navigation> => (window as Partial<Pick<Window, 'navigation'>>).navigation ?? {};
const onOwnEntry = (): boolean => (window.history.state as { layer?: true } | null)?.layer === true;

/** The page once more, so that Back has something to take away. The router's own state goes with it. */
function enter(): void {
  window.history.pushState({ ...window.history.state, layer: true }, '');
}

/** Off the entry of what is closed now. Whatever opens or leads to another page in the same moment comes first. */
function leave(): void {
  window.setTimeout(() => {
    if (layers.length > 0 || leaving || !onOwnEntry()) return;
    leaving = true;
    window.history.back();
  });
}

function onPop(): void {
  const arrived = onOwnEntry();
  if (leaving) {
    leaving = false;
    if (layers.length > 0) enter();
    return;
  }
  if (arrived) {
    // The entry of something that was closed when another page was opened: whoever comes by goes on in their direction.
    if (layers.length === 0) window.history.go(former < (navigation().currentEntry?.index ?? -1) ? 1 : -1);
    return;
  }
  layers.at(-1)?.close();
  // It asks first, or lies over another one: Back is for these, too.
  window.setTimeout(() => {
    if (layers.length > 0 && !onOwnEntry()) enter();
  });
}

function listen(): void {
  if (listening) return;
  listening = true;
  window.addEventListener('popstate', onPop);
  navigation().addEventListener?.('currententrychange', (event) => {
    former = event.from.index;
  });
}

/** While something is open over the page, Back closes it as Esc does, and leaves the page where it is. */
export function useBack(open: boolean, close: () => void): void {
  const closing = useEffectEvent(close);
  // At once, not after the next drawing: when it is gone Back is for what is below it.
  useLayoutEffect(() => {
    if (!open) return;
    listen();
    const layer = { close: () => closing() };
    layers.push(layer);
    if (!leaving && !onOwnEntry()) enter();
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      leave();
    };
  }, [open]);
}
