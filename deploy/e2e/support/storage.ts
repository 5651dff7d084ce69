import type { BrowserContext } from '@playwright/test';
import { running } from './running.ts';

/** What the server is told of, too, as it draws pages by it. */
const IN_COOKIE = ['language', 'theme'];

/** As if a person had chosen it earlier. Blank pages, which have no storage, are left alone. */
export async function remember(
  context: BrowserContext,
  key: string,
  value: string,
  url = running().web,
): Promise<void> {
  if (IN_COOKIE.includes(key)) await context.addCookies([{ name: key, value, url, sameSite: 'Lax' }]);
  await context.addInitScript(
    (item) => {
      if (window.origin !== 'null') localStorage.setItem(item.key, item.value);
    },
    { key, value },
  );
}
