import type { BrowserContext } from '@playwright/test';

/** As if a person had chosen it earlier. Blank pages, which have no storage, are left alone. */
export const remember = (context: BrowserContext, key: string, value: string): Promise<unknown> =>
  context.addInitScript(
    (item) => {
      if (window.origin !== 'null') localStorage.setItem(item.key, item.value);
    },
    { key, value },
  );
