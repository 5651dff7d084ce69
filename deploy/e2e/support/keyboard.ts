import { expect, type Locator, type Page } from '@playwright/test';
import { expectFocusSomewhere } from './failing.ts';

declare global {
  interface Window {
    /** Whether the element with the focus looks other than it did without. */
    focusIsSeen?: () => boolean;
  }
}

/** Runs in the page: keeps how each element looks just before it gets the focus. */
function watchFocus(): void {
  const looks = new WeakMap<Element, string>();
  // A field's ring is often drawn by what is around it, that of a choice by what is beside it.
  const drawnBy = (element: Element): Element[] => {
    const around: Element[] = [];
    for (let at: Element | null = element; at && around.length < 5; at = at.parentElement) around.push(at);
    return element.nextElementSibling ? [...around, element.nextElementSibling] : around;
  };
  const look = (element: Element): string =>
    drawnBy(element)
      .map((one) => {
        const style = getComputedStyle(one);
        const outline = style.outlineStyle === 'none' ? '' : `${style.outlineWidth} ${style.outlineColor}`;
        const edge = one.matches('input, textarea') || one.querySelector('input, textarea') ? style.borderColor : '';
        return [outline, style.boxShadow, edge].join();
      })
      .join('|');
  document.addEventListener(
    'focusout',
    ({ relatedTarget }) => {
      if (relatedTarget instanceof Element) looks.set(relatedTarget, look(relatedTarget));
    },
    true,
  );
  // Of one that was there only with the focus, or got it from nowhere: nothing of the page hears that it is without for a moment.
  const hush = (event: Event): void => event.stopImmediatePropagation();
  const lookWithout = (element: HTMLElement): string => {
    const names = ['blur', 'focusout', 'focus', 'focusin'];
    for (const name of names) window.addEventListener(name, hush, true);
    element.blur();
    const without = look(element);
    element.focus({ preventScroll: true });
    for (const name of names) window.removeEventListener(name, hush, true);
    return without;
  };
  window.focusIsSeen = () => {
    const now = document.activeElement;
    if (!(now instanceof HTMLElement) || now === document.body) return false;
    const before = looks.get(now) ?? lookWithout(now);
    looks.set(now, before);
    return before !== look(now);
  };
}

/** Whether it is seen, or what draws it. */
const isInView = (element: Element): boolean => {
  const { left, right, top, bottom } = (element.closest('label') ?? element).getBoundingClientRect();
  return right > 0 && bottom > 0 && left < window.innerWidth && top < window.innerHeight;
};

/** Who goes through the app without a mouse. After every press the focus is somewhere. */
export class Keys {
  private readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
  }

  /** Before the first page is opened. */
  static async of(page: Page): Promise<Keys> {
    await page.addInitScript(watchFocus);
    return new Keys(page);
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key);
      await expectFocusSomewhere(this.page, key);
    }
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /** In place of what the field holds. */
  async retype(text: string): Promise<void> {
    await this.press('ControlOrMeta+a');
    await this.type(text);
  }

  /** By Tab, or backwards, until it has the focus. */
  async to(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    // One that is drawn by what is around it counts as hidden.
    await expect(target).toBeAttached();
    for (let presses = 0; presses < 100; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return this.at(target);
      await this.page.keyboard.press(key);
    }
    throw new Error(`${key} does not reach ${String(target)}`);
  }

  async toAndPress(target: Locator, key = 'Enter'): Promise<void> {
    await this.to(target);
    await this.press(key);
  }

  /** It has the focus, looks like it, and is in view. */
  async at(target: Locator): Promise<void> {
    await expect(target).toBeFocused();
    await expect.poll(() => target.evaluate(isInView), `${String(target)} is in view`).toBe(true);
    await expect
      .poll(() => this.page.evaluate(() => window.focusIsSeen?.()), `the focus is seen at ${String(target)}`)
      .toBe(true);
  }

  /** It is read out from here on; nothing is to be done with it, so it has no ring. */
  async reads(target: Locator): Promise<void> {
    await expect(target).toBeFocused();
    await expect(target).toBeInViewport();
  }
}
