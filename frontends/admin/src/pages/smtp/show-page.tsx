import { Toaster } from '@linkway/kit/base';
import { type Routes, renderPage, serveApi } from '@linkway/kit/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Tab from '../../tab';
import { settings, template, unheardOf } from './fixtures';

// The page on an API of the test's own, and what its specs do on it.

export const PATH = '/api/admin/mail';
export const TEXT = `${PATH}/templates/reset_password/en`;

export function show(routes: Routes = {}, path = ''): Request[] {
  const requests = serveApi({
    'GET /api/auth/csrf': { body: { csrf_token: 'token' } },
    [`GET ${PATH}/settings`]: { body: settings },
    [`GET ${PATH}/templates`]: { body: { data: [template, unheardOf] } },
    [`POST ${TEXT}/preview`]: { body: { subject: 'Filled in', html: '<p>Hello Nguyễn An</p>', text: 'Hello An' } },
    ...routes,
  });
  renderPage(
    <>
      <Tab tab="smtp" />
      <Toaster />
    </>,
    { path: `/dashboard?tab=smtp${path}` },
  );
  return requests;
}

export const field = (name: string | RegExp) =>
  screen.findByLabelText<HTMLInputElement>(name, { selector: 'input:not([type=radio]), textarea' });
export const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name });
export const press = async (name: string | RegExp): Promise<void> => userEvent.click(await button(name));

export async function retype(name: string | RegExp, text: string): Promise<void> {
  const element = await field(name);
  await userEvent.clear(element);
  if (text) await userEvent.type(element, text.replace(/[{[]/g, '$&$&'));
}

/** The bodies of what was sent there. */
export const sent = async (requests: Request[], method: string, end: string): Promise<unknown[]> =>
  Promise.all(
    requests
      .filter((request) => request.method === method && new URL(request.url).pathname.endsWith(end))
      .map((request) =>
        request
          .clone()
          .text()
          .then((text) => (text ? JSON.parse(text) : null)),
      ),
  );

/** What the tab's storage has. */
export const drafts = (): (string | null)[] => Object.keys(sessionStorage).map((key) => sessionStorage.getItem(key));
