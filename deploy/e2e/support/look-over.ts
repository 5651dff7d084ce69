import type { Page } from '@playwright/test';
import { CANVAS_TEXTS, type CanvasText } from './canvas-texts.ts';

const LEAST_CONTRAST = 4.5;
/** A text that is cut on purpose still has to tell what it is. */
const LEAST_CUT_TEXT_PX = 88;

/** Of what is pressed, by a pointer and by a finger, in px. */
const LEAST_TARGET_PX = 24;
const LEAST_TARGET_BY_FINGER_PX = 44;

/**
 * What an eye would see in a page as it is drawn now: text that is cut or hardly readable, controls that lie over each other
 * or are too small to be met, a page that is wider than its window. Each fault is a sentence. Canvases are read by what `watchCanvasTexts` wrote down.
 */
export const lookOver = (page: Page): Promise<string[]> => look(page, 'all');

/** Of these faults the controls alone that something lies over, which is all that scrolling changes. */
export const covered = (page: Page): Promise<string[]> => look(page, 'covered');

const look = (page: Page, only: Wanted['only']): Promise<string[]> =>
  page.evaluate(faultsOfPage, {
    only,
    least: LEAST_CONTRAST,
    leastCut: LEAST_CUT_TEXT_PX,
    leastTarget: { byPointer: LEAST_TARGET_PX, byFinger: LEAST_TARGET_BY_FINGER_PX },
    canvasTexts: CANVAS_TEXTS,
  });

interface Wanted {
  only: 'all' | 'covered';
  least: number;
  leastCut: number;
  leastTarget: { byPointer: number; byFinger: number };
  canvasTexts: string;
}

/** Runs in the page. */
function faultsOfPage({ only, least, leastCut, leastTarget, canvasTexts }: Wanted): string[] {
  type Colour = [red: number, green: number, blue: number, alpha: number];
  const faults: string[] = [];
  const paint = document.createElement('canvas').getContext('2d', { willReadFrequently: true });

  const colourOf = (css: string): Colour => {
    const numbers = /^rgba?\((.+)\)$/
      .exec(css)?.[1]
      ?.split(/[\s,/]+/)
      .map(Number);
    if (numbers) return [numbers[0] ?? 0, numbers[1] ?? 0, numbers[2] ?? 0, numbers[3] ?? 1];
    if (!paint) throw new Error('no canvas to read colours with');
    paint.clearRect(0, 0, 1, 1);
    paint.fillStyle = css;
    paint.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = paint.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  };
  const over = ([r, g, b, a]: Colour, [r2, g2, b2]: Colour): Colour => [
    r * a + r2 * (1 - a),
    g * a + g2 * (1 - a),
    b * a + b2 * (1 - a),
    1,
  ];
  const luminance = ([r, g, b]: Colour): number => {
    const linear = (part: number): number => {
      const share = part / 255;
      return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    };
    return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  };
  const contrast = (one: Colour, other: Colour): number => {
    const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };
  const groundOf = (element: Element): Colour => {
    const layers: Colour[] = [];
    for (let at: Element | null = element; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      // What lies on a picture is for the eye of a person.
      if (style.backgroundImage !== 'none') return [0, 0, 0, 0];
      layers.push(colourOf(style.backgroundColor));
      if ((layers.at(-1)?.[3] ?? 0) === 1) break;
    }
    return layers.reduceRight<Colour>((ground, layer) => over(layer, ground), [255, 255, 255, 1]);
  };

  const nameOf = (element: Element): string => {
    const text = (element.getAttribute('aria-label') ?? element.textContent)
      .trim()
      .replaceAll(/\s+/g, ' ')
      .slice(0, 40);
    return `<${element.localName}> "${text}"`;
  };
  const isSeen = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) &&
    !element.closest('.lw-visually-hidden, [inert]') &&
    // Read out, not looked at.
    element.clientWidth !== 1;
  const inWindow = ({ left, right, top, bottom }: DOMRect): boolean =>
    right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
  // Where a dialog is open, what lies under it is not to be used.
  const dialogs = [...document.querySelectorAll('dialog[open], [role=dialog]')].filter(isSeen);
  const top = dialogs.at(-1) ?? document.documentElement;

  const isDisabled = (element: Element): boolean => element.closest('[disabled], [aria-disabled=true]') !== null;
  /** What its own and the surrounding boxes leave of a colour. */
  const opacityOf = (element: Element): number => {
    let opacity = 1;
    for (let at: Element | null = element; at; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
    return opacity;
  };

  const lookAtText = (element: HTMLElement): void => {
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const cutByRule = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
    const clipped = style.overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
    if (clipped && !['auto', 'scroll'].includes(style.overflowX)) {
      if (!cutByRule) faults.push(`cut: ${nameOf(element)} shows ${element.clientWidth} of ${element.scrollWidth} px`);
      else if (element.clientWidth < Math.min(leastCut, element.scrollWidth)) {
        faults.push(`cut to nothing: ${nameOf(element)} shows ${element.clientWidth} of ${element.scrollWidth} px`);
      }
    }
    if (box.right > document.documentElement.clientWidth + 1 && box.left < document.documentElement.clientWidth) {
      const scrolls = element.closest('[class*=scroll], [tabindex="0"]');
      if (!scrolls) faults.push(`beyond the edge: ${nameOf(element)} ends at ${Math.round(box.right)} px`);
    }
    const ground = groundOf(element);
    if (ground[3] === 0 || isDisabled(element)) return;
    const [red, green, blue, alpha] = colourOf(style.color);
    const ratio = contrast(over([red, green, blue, alpha * opacityOf(element)], ground), ground);
    const isLarge = Number.parseFloat(style.fontSize) >= 24;
    if (ratio < (isLarge ? 3 : least)) faults.push(`contrast ${ratio.toFixed(2)}: ${nameOf(element)}`);
  };

  /** What of it and its surroundings stays in its place while the rest moves on. */
  const staying = (element: Element): Element | null => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      if (['sticky', 'fixed'].includes(getComputedStyle(at).position)) return at;
    }
    return null;
  };

  /** Whether a box that is scrolled ends before that point: there one scrolls on, and nothing is covered. */
  const isScrolledAway = (element: Element, x: number, y: number): boolean => {
    for (let at = element.parentElement; at && at !== document.documentElement; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at);
      const { left, right, top: above, bottom } = at.getBoundingClientRect();
      if (['auto', 'scroll'].includes(overflowY) && (y < above || y >= bottom)) return true;
      if (['auto', 'scroll'].includes(overflowX) && (x < left || x >= right)) return true;
    }
    return false;
  };

  const lookAtControl = (element: HTMLElement): void => {
    const box = element.getBoundingClientRect();
    if (!inWindow(box) || box.width === 0) return;
    const x = Math.min(Math.max(box.left + box.width / 2, 0), innerWidth - 1);
    const y = box.top + box.height / 2;
    if (y < 0 || y >= innerHeight || isScrolledAway(element, x, y)) return;
    const hit = document.elementFromPoint(x, y);
    if (!hit || element.contains(hit) || hit.contains(element)) return;
    const label =
      element.closest('label') ?? (element.id && document.querySelector(`label[for="${CSS.escape(element.id)}"]`));
    if (label && label.contains(hit)) return;
    // A bar along an edge covers only until one scrolls; what was opened over the page is closed again.
    if (hit.closest('[role=menu], [role=listbox]')) return;
    const bar = staying(hit);
    if (bar && !staying(element) && bar.clientWidth > window.innerWidth / 2) return;
    faults.push(`covered: ${nameOf(element)} by ${nameOf(hit)}`);
  };

  // As the kit has it: a finger points, or the window is a phone's.
  const byFinger = matchMedia('(pointer: coarse), (max-width: 767px)').matches;
  const wanted = byFinger ? leastTarget.byFinger : leastTarget.byPointer;
  /** A field is met by all that is within its edge, a choice by its label. */
  const targetOf = (element: HTMLElement): Element =>
    element.closest('.ant-select, .ant-picker, .ant-input-affix-wrapper, .ant-segmented-item, label') ?? element;
  const lookAtTarget = (element: HTMLElement): void => {
    // A link within a sentence is as high as its line; a way past the menu is for the keyboard alone.
    if (getComputedStyle(element).display === 'inline') return;
    const target = element.matches('input, select, textarea') ? targetOf(element) : element;
    const { width, height, bottom } = target.getBoundingClientRect();
    if (bottom <= 0 || Math.min(width, height) >= wanted - 0.5) return;
    faults.push(`small: ${nameOf(element)} is ${Math.round(width)} x ${Math.round(height)} px of ${wanted}`);
  };

  const lookAtCanvas = (canvas: HTMLCanvasElement): void => {
    const { width, height } = canvas.getBoundingClientRect();
    const ground = groundOf(canvas);
    const texts = (canvas as unknown as Record<string, CanvasText[]>)[canvasTexts] ?? [];
    for (const { text, left, right, top: above, bottom, fill } of texts) {
      if (left < -1 || above < -1 || right > width + 1 || bottom > height + 1) {
        faults.push(
          `cut on a canvas: "${text}" from ${left.toFixed(0)} to ${right.toFixed(0)} of ${width.toFixed(0)} px`,
        );
      }
      // A pattern is for the eye of a person.
      const ratio = fill === '' ? least : contrast(over(colourOf(fill), ground), ground);
      if (ratio < least) faults.push(`contrast ${ratio.toFixed(2)} on a canvas: "${text}"`);
    }
  };

  const controls = 'a[href], button, input, select, textarea, [role=button], [role=slider]';
  if (only === 'covered') {
    for (const element of top.querySelectorAll<HTMLElement>(controls)) if (isSeen(element)) lookAtControl(element);
    return [...new Set(faults)];
  }
  if (document.documentElement.scrollWidth > document.documentElement.clientWidth) {
    faults.push(`wider than its window: ${document.documentElement.scrollWidth} of ${innerWidth} px`);
  }
  for (const element of top.querySelectorAll<HTMLElement>('*')) {
    if (!isSeen(element)) continue;
    const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
    if (hasText && element instanceof HTMLElement) lookAtText(element);
    if (element.matches(controls)) lookAtControl(element);
    if (element.matches('a[href], button, input, select, textarea, summary, [role=button], [role=option]'))
      lookAtTarget(element);
    if (element instanceof HTMLCanvasElement) lookAtCanvas(element);
  }
  return [...new Set(faults)];
}
