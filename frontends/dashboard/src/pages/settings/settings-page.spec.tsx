import { beforeAll, expect, it } from '@jest/globals';
import type { Domain, PlacedSession, Settings } from '@linkway/kit/api';
import { Toaster } from '@linkway/kit/base';
import { setLanguage } from '@linkway/kit/i18n';
import { problem, type Routes, renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { setTheme } from '@linkway/kit/theme';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Tab from '../../tab';
import { domains, me } from '../fixtures';

const device = (n: number, more: Partial<PlacedSession> = {}): PlacedSession => ({
  id: `01a1f8b9-0000-7000-8000-00000000000${n}`,
  browser: 'firefox',
  os: 'windows',
  device_type: 'desktop',
  ip_address: `203.0.113.${n}`,
  country: null,
  city: null,
  created_at: '2026-11-05T08:00:00.000Z',
  last_used_at: '2026-11-06T08:00:00.000Z',
  current: false,
  ...more,
});
const here = device(1, { browser: 'chrome', os: 'macos', city: 'Hue', country: 'VN', current: true });
const phone = device(2, { browser: 'safari', os: 'ios', device_type: 'mobile' });
const domain = domains.data[0] as Domain;
const second = { ...domain, id: '01a1f8b9-0000-7000-8000-0000000000d2', domain_name: 'second.example', sort_order: 1 };
const settings: Settings = {
  language: null,
  display_mode: null,
  timezone: null,
  default_domain: null,
  auto_delete_links: false,
  email_notifications: true,
  push_notifications: false,
};
const unknown = device(3, { browser: '', os: '', device_type: 'tablet' });

/** Signs devices out as the API does. */
function show(routes: Routes = {}, open = [here, phone, unknown]): Request[] {
  const devices = [...open];
  const drop = (is: (one: PlacedSession) => boolean) =>
    devices.splice(0, devices.length, ...devices.filter((d) => !is(d)));
  const requests = serveApi({
    'GET /api/me': { body: me },
    'GET /api/auth/csrf': { body: { csrf_token: 'token' } },
    'GET /api/me/sessions': () => ({ body: { data: devices } }),
    [`DELETE /api/me/sessions/${phone.id}`]: () => {
      drop(({ id }) => id === phone.id);
      return { status: 204 };
    },
    'GET /api/domains': { body: { data: [domain, second] } },
    'GET /api/me/settings': { body: settings },
    'GET /api/me/push': { body: { public_key: 'BAAA', browsers: [] } },
    'DELETE /api/me/sessions': () => {
      drop(({ current }) => !current);
      return { body: { ended: 2 } };
    },
    ...routes,
  });
  renderPage(
    <>
      <Tab tab="settings" />
      <Toaster />
    </>,
  );
  return requests;
}
const list = () => screen.findByRole('list', { name: 'Devices' });
const shown = async () => (await within(await list()).findAllByRole('listitem')).map((line) => line.textContent);

beforeAll(() => startApp());

it('names each device, where it is and when it was used, this one first and without a way out', async () => {
  show();
  await screen.findByText('Chrome on macOS');
  expect(await shown()).toEqual([
    expect.stringMatching(/^Chrome on macOS This device.*Hue, Vietnam · 203\.0\.113\.1.*Signed in since/),
    expect.stringMatching(/^Safari on iOS.*203\.0\.113\.2.*Last used/),
    expect.stringMatching(/^Unknown browser on Tablet.*Last used/),
  ]);
  expect(screen.getAllByRole('button', { name: /^Sign out (Safari|Unknown)/ })).toHaveLength(2);
  expect(screen.queryByRole('button', { name: /Chrome/ })).toBeNull();
});

it('signs one device out, and keeps the focus in the list', async () => {
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out Safari on iOS' }));
  expect(await screen.findByText('The device is signed out')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Safari on iOS')).toBeNull());
  expect(document.activeElement).toBe(await list());
  expect(await shown()).toHaveLength(2);
});

it('signs all others out at once', async () => {
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out all others' }));
  expect(await screen.findByText('All other devices are signed out')).toBeTruthy();
  await waitFor(async () => expect(await shown()).toHaveLength(1));
  expect(screen.queryByRole('button', { name: /^Sign out/ })).toBeNull();
});

it('says why a device was not signed out, which stays in the list', async () => {
  show({ [`DELETE /api/me/sessions/${phone.id}`]: problem(503, 'service.unavailable') });
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out Safari on iOS' }));
  expect(await screen.findByText('Not signed out: Detail of service.unavailable')).toBeTruthy();
  expect(screen.getByText('Safari on iOS')).toBeTruthy();
});

it('says that the devices could not be loaded', async () => {
  show({ 'GET /api/me/sessions': problem(503, 'service.unavailable') });
  expect(await screen.findByText('Your devices could not be loaded')).toBeTruthy();
});

const save = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Save' });
const field = (name: string) => screen.getByRole('combobox', { name });
const shownIn = (name: string) => field(name).closest('.ant-select')?.textContent;
const choose = async (name: string, option: string): Promise<void> => {
  fireEvent.mouseDown(field(name));
  await userEvent.click(await screen.findByTitle(option));
};
/** As the API: what is sent holds, and comes with the account from then on. */
function saving(): Routes {
  let chosen: object = { language: null, display_mode: null, timezone: null };
  return {
    'GET /api/me': () => ({ body: { ...me, chosen } }),
    'PATCH /api/me/settings': async (request) => {
      chosen = { ...chosen, ...((await request.json()) as object) };
      return { body: chosen };
    },
  };
}
const sentIn = (requests: Request[]) =>
  Promise.all(requests.filter(({ method }) => method === 'PATCH').map((request) => request.clone().json()));

it('sends what was changed of the display, and nothing while that is nothing', async () => {
  const requests = show(saving());
  expect((await save()).disabled).toBe(true);
  await choose('Display mode', 'Dark');
  await choose('Display mode', 'Light');
  expect((await save()).disabled).toBe(true);
  await choose('Display mode', 'System');
  await userEvent.click(await save());
  expect(await screen.findByText('Your settings are saved')).toBeTruthy();
  expect(await sentIn(requests)).toEqual([{ display_mode: 'system' }]);
});

it('chooses a time zone, and leaves it to the browser again', async () => {
  const requests = show(saving());
  await save();
  expect(shownIn('Time zone')).toMatch(/^As in this browser/);
  await userEvent.type(field('Time zone'), 'Tokyo');
  await userEvent.click(await screen.findByTitle('Asia/Tokyo'));
  await userEvent.click(await save());
  await waitFor(async () => expect((await save()).disabled).toBe(true));
  await choose('Time zone', `As in this browser (${Intl.DateTimeFormat().resolvedOptions().timeZone})`);
  await userEvent.click(await save());
  await waitFor(async () => expect(await sentIn(requests)).toEqual([{ timezone: 'Asia/Tokyo' }, { timezone: null }]));
});

it('follows what is chosen in the menu of the account, but for what is chosen in the form and not saved', async () => {
  const requests = show(saving());
  await save();
  await choose('Language', 'Tiếng Việt');
  act(() => setTheme('dark'));
  await waitFor(() => expect(shownIn('Display mode')).toBe('Dark'));
  expect(shownIn('Language')).toBe('Tiếng Việt');
  await userEvent.click(await save());
  await screen.findByText('Your settings are saved');
  expect(await sentIn(requests)).toEqual([{ language: 'vi' }]);
  act(() => setTheme('light'));
  await act(() => setLanguage('en'));
});

it('says why the settings were not saved, and keeps what was chosen', async () => {
  show({ ...saving(), 'PATCH /api/me/settings': problem(503, 'service.unavailable') });
  await save();
  await choose('Display mode', 'Dark');
  await userEvent.click(await save());
  const failure = await screen.findByText('Your settings were not saved');
  expect(failure.closest('[tabindex="-1"]')).toBe(document.activeElement);
  expect(shownIn('Display mode')).toBe('Dark');
  expect((await save()).disabled).toBe(false);
});

const chooseDomain = async (option: string) => {
  await userEvent.click(await screen.findByRole('combobox', { name: 'Default domain' }));
  await userEvent.click((await screen.findAllByText(option, { selector: 'span' })).at(-1) as HTMLElement);
};
const saveLinks = () => screen.getByRole('button', { name: 'Save link settings' });
const patches = (requests: Request[]) =>
  Promise.all(requests.filter(({ method }) => method === 'PATCH').map((one) => one.clone().json()));

it('sends what was chosen for links, and only that', async () => {
  const requests = show({
    'PATCH /api/me/settings': async (request) => ({ body: { ...settings, ...(await request.json()) } }),
  });
  await screen.findByText(`Main domain (${domain.domain_name})`);
  expect(screen.getByText(/2 domains are available/)).toBeTruthy();
  expect(saveLinks().hasAttribute('disabled')).toBe(true);
  await chooseDomain('second.example');
  await userEvent.click(saveLinks());
  expect(await screen.findByText('Your settings are saved')).toBeTruthy();
  await waitFor(() => expect(saveLinks().hasAttribute('disabled')).toBe(true));
  await userEvent.click(screen.getByRole('switch', { name: 'Delete expired links' }));
  await userEvent.click(saveLinks());
  await waitFor(async () =>
    expect(await patches(requests)).toEqual([{ default_domain: second.id }, { auto_delete_links: true }]),
  );
});

it('tells of a chosen domain that is gone, and goes back to the main one', async () => {
  const requests = show({
    'GET /api/me/settings': { body: { ...settings, default_domain: '01a1f8b9-0000-7000-8000-0000000000dd' } },
    'PATCH /api/me/settings': { body: settings },
  });
  expect(await screen.findByText(/The domain that you chose is not available any more/)).toBeTruthy();
  await chooseDomain(`Main domain (${domain.domain_name})`);
  await waitFor(() => expect(screen.queryByText(/not available any more/)).toBeNull());
  await userEvent.click(saveLinks());
  await waitFor(async () => expect(await patches(requests)).toEqual([{ default_domain: null }]));
});

it('keeps what was chosen for links when it is not saved', async () => {
  show({ 'PATCH /api/me/settings': problem(503, 'service.unavailable') });
  await userEvent.click(await screen.findByRole('switch', { name: 'Delete expired links' }));
  await userEvent.click(saveLinks());
  expect(await screen.findByText('Your settings were not saved')).toBeTruthy();
  expect(screen.getByRole('switch', { name: 'Delete expired links' }).getAttribute('aria-checked')).toBe('true');
});

const saveNotifications = () => screen.getByRole('button', { name: 'Save notification settings' });

it('turns notifications by email off, and sends nothing else', async () => {
  const requests = show({
    'PATCH /api/me/settings': async (request) => ({ body: { ...settings, ...(await request.json()) } }),
  });
  const email = await screen.findByRole('switch', { name: 'Email notifications' });
  expect(email.getAttribute('aria-checked')).toBe('true');
  expect(saveNotifications().hasAttribute('disabled')).toBe(true);
  await userEvent.click(email);
  await userEvent.click(saveNotifications());
  expect(await screen.findByText('Your settings are saved')).toBeTruthy();
  await waitFor(() => expect(saveNotifications().hasAttribute('disabled')).toBe(true));
  expect(await patches(requests)).toEqual([{ email_notifications: false }]);
});

it('says why notification settings were not saved, and keeps what was chosen', async () => {
  show({ 'PATCH /api/me/settings': problem(503, 'service.unavailable') });
  await userEvent.click(await screen.findByRole('switch', { name: 'Email notifications' }));
  await userEvent.click(saveNotifications());
  expect(await screen.findByText('Your settings were not saved')).toBeTruthy();
  expect(screen.getByRole('switch', { name: 'Email notifications' }).getAttribute('aria-checked')).toBe('false');
});

const pushSwitch = () => screen.findByRole('switch', { name: 'Push notifications' });
/** A browser that can be pushed to, whose owner answers so. */
function withPushes(permission: NotificationPermission): { asked: () => number; restore: () => void } {
  let asked = 0;
  const subscription = { endpoint: 'https://push.example/1', keys: { p256dh: 'point', auth: 'secret' } };
  const pushManager = {
    getSubscription: async () => null,
    subscribe: async () => ({ toJSON: () => subscription }),
  };
  const registration = { pushManager };
  Object.assign(globalThis, {
    PushManager: class {},
    Notification: {
      permission: permission === 'denied' ? 'denied' : 'default',
      requestPermission: async () => {
        asked += 1;
        return permission;
      },
    },
  });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      register: async () => registration,
      ready: Promise.resolve(registration),
      getRegistration: async () => registration,
    },
  });
  const restore = () => {
    for (const name of ['PushManager', 'Notification']) Reflect.deleteProperty(globalThis, name);
    Reflect.deleteProperty(navigator, 'serviceWorker');
  };
  return { asked: () => asked, restore };
}
const pushed = {
  id: '01a1f8b9-0000-7000-8000-0000000000b1',
  browser: 'chrome',
  os: 'macos',
  device_type: 'desktop',
  created_at: '2026-11-05T08:00:00.000Z',
  last_success_at: null,
  current: true,
};
/** As the API: a browser that is added is there until it is removed. */
function pushRoutes(): Routes {
  let browsers: object[] = [];
  return {
    'GET /api/me/push': () => ({ body: { public_key: 'BAAA', browsers } }),
    'POST /api/me/push/browsers': () => {
      browsers = [pushed];
      return { status: 201, body: pushed };
    },
    [`DELETE /api/me/push/browsers/${pushed.id}`]: () => {
      browsers = [];
      return { status: 204 };
    },
    'PATCH /api/me/settings': async (request) => ({ body: { ...settings, ...(await request.json()) } }),
  };
}

it('asks the browser when pushes are turned on, adds it, and removes it again', async () => {
  const { asked, restore } = withPushes('granted');
  const requests = show(pushRoutes());
  await userEvent.click(await pushSwitch());
  const all = await screen.findByRole('list', { name: 'Browsers that are pushed to' });
  expect(within(all).getByText(/^Chrome on macOS/).textContent).toBe('Chrome on macOS This browser');
  expect(asked()).toBe(1);
  const post = requests.find(({ method }) => method === 'POST');
  expect(await post?.clone().json()).toEqual({
    endpoint: 'https://push.example/1',
    keys: { p256dh: 'point', auth: 'secret' },
  });
  await userEvent.click(saveNotifications());
  await waitFor(async () => expect(await patches(requests)).toEqual([{ push_notifications: true }]));
  await userEvent.click(screen.getByRole('button', { name: 'Remove Chrome on macOS' }));
  expect(await screen.findByText('The browser is removed')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Browsers that are pushed to' })).toBeNull());
  expect(screen.getByRole('button', { name: 'Push to this browser' })).toBeTruthy();
  restore();
});

it('says that the browser does not allow it, and adds nothing', async () => {
  const { restore } = withPushes('denied');
  const requests = show(pushRoutes());
  await userEvent.click(await pushSwitch());
  expect(await screen.findByText(/^This browser does not let Linkway show notifications/)).toBeTruthy();
  expect(requests.some(({ method }) => method === 'POST')).toBe(false);
  restore();
});

it('says that the browser cannot show pushes at all', async () => {
  show(pushRoutes());
  await userEvent.click(await pushSwitch());
  expect(await screen.findByText(/^This browser cannot show push notifications/)).toBeTruthy();
});
