import type { Page } from '@playwright/test';

/** Somebody with an account at the provider that is Google to the Linkway of the tests. */
export interface GooglePerson {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly name: string;
}

/** At the provider's own page, to which the button has led. `null`: they go back without signing in. */
export async function answerAtGoogle(page: Page, person: GooglePerson | null): Promise<void> {
  await page.getByRole('heading', { name: 'Who are you?' }).waitFor();
  if (!person) return page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByLabel('Person').fill(JSON.stringify(person));
  await page.getByRole('button', { name: 'Continue' }).click();
}

const button = { name: /^(Continue with Google|Tiếp tục với Google)$/ };

/** From the login or the registration to Google and back. */
export async function goThroughGoogle(page: Page, person: GooglePerson | null): Promise<void> {
  await page.getByRole('button', button).click();
  await answerAtGoogle(page, person);
  await page.waitForURL(({ pathname }) => ['/login', '/register', '/dashboard'].includes(pathname));
}
