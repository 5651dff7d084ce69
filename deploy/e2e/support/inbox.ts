import { expect } from '@playwright/test';
import type { Api } from './api.ts';

interface Inbox {
  data: { id: string; to: string; mail: string; language: string }[];
}

/** The link of the last mail of a kind to an address: without an SMTP server the administrator's inbox has it. */
export async function linkOf(admin: Api, mail: string, to: string): Promise<string> {
  let link = '';
  await expect
    .poll(async () => {
      const { data } = await admin.ok<Inbox>('GET', '/api/admin/mail/inbox');
      const found = data.find((one) => one.to === to && one.mail === mail);
      if (!found) return false;
      const { text } = await admin.ok<{ text: string }>('GET', `/api/admin/mail/inbox/${found.id}`);
      link = /https?:\/\/\S+#token=[\w-]+/.exec(text)?.[0] ?? '';
      return link !== '';
    })
    .toBe(true);
  return new URL(link).pathname + new URL(link).hash;
}

/** The link of the mail that confirms an address, opened in somebody's browser: whose that is tells who holds the account. */
export async function confirmIn(browser: Api, admin: Api, email: string): Promise<void> {
  const link = await linkOf(admin, 'confirmation', email);
  await browser.ok('POST', '/api/auth/confirm', { token: link.slice(link.indexOf('=') + 1) });
}
