import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Deployment } from '@linkway/kit/api';
import { useLocation } from '@linkway/kit/router';
import { problem, type Routes, renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Tab from '../../tab';
import { exampleHost } from './example-host';

const PATH = 'GET /api/admin/deployment';
const found: Deployment = {
  checked_at: '2026-11-28T10:00:00.000Z',
  ready: false,
  services: [
    { name: 'gateway', state: 'ready', checks: [{ name: 'nats', state: 'ok', message: null }] },
    {
      name: 'links',
      state: 'not_ready',
      checks: [
        { name: 'postgres', state: 'failed', message: 'connect ECONNREFUSED' },
        { name: 'stream.EVT_LINKS', state: 'warning', message: '83 % full' },
        { name: 'nats', state: 'ok', message: null },
      ],
    },
    { name: 'content', state: 'away', checks: [] },
  ],
  checklist: [
    { key: 'services', done: false, optional: false },
    { key: 'mail', done: false, optional: false },
    { key: 'two_factor', done: null, optional: false },
    { key: 'https', done: true, optional: false },
    { key: 'google', done: false, optional: true },
  ],
  public_url: 'https://go.example.vn',
  main_domain: 'go.example.vn',
};

beforeAll(() => startApp());

const Address = () => <output aria-label="Address">{useLocation().search}</output>;
const address = () => screen.getByRole('status', { name: 'Address' }).textContent;

function show(routes: Routes = {}, more = '') {
  const requests = serveApi({ [PATH]: { body: found }, ...routes });
  renderPage(
    <>
      <Tab tab="deployment" />
      <Address />
    </>,
    { path: `/dashboard?tab=deployment${more}` },
  );
  return requests;
}
const items = async (name: string) =>
  within(await screen.findByRole('list', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

it('tells of each service whether it is ready, and what is wrong with it', async () => {
  show();
  expect(await screen.findByText('Something is not ready.')).toBeTruthy();
  expect(await items('Readiness')).toEqual([
    'gateway readyIn order: nats',
    'links not readypostgres fails: connect ECONNREFUSEDstream.EVT_LINKS warns: 83 % fullIn order: nats',
    'content does not answer',
  ]);
});

it('says of what is missing how it is set up, and leads there', async () => {
  show();
  const [services, mail, twoFactor, https, google] = await items('Checklist');
  expect(services).toBe('MissingEvery service is readyThe card above says what is not.');
  expect(mail).toContain('Missing');
  expect(twoFactor).toContain('Not known');
  expect(https).toBe('DoneBrowsers come over https alone');
  expect(google).toContain('Optional');
  expect(screen.getByRole('link', { name: 'Set up a mail server' }).getAttribute('href')).toBe('/dashboard?tab=smtp');
});

it('writes the steps and the sign-in provider for the domain of this installation', async () => {
  show();
  await screen.findByText('Something is not ready.');
  const environment = await screen.findByRole('region', { name: 'Write the environment file' });
  expect(environment.textContent).toContain('LINKWAY_SITE=go.example.vn');
  expect((await screen.findByRole('region', { name: 'Redirect URI' })).textContent).toBe(
    'https://go.example.vn/api/auth/google/callback',
  );
  expect(screen.getByText('Google is not set up. Its button is there and says so.')).toBeTruthy();
});

it('looks again when it is asked to, and says why it could not', async () => {
  let isAway = true;
  const requests = show({
    [PATH]: () => (isAway ? problem(503, 'service.unavailable') : { body: found }),
  });
  expect(await screen.findByText('Readiness could not be checked')).toBeTruthy();
  expect(screen.queryByRole('list', { name: 'Checklist' })).toBeNull();
  // The guide itself needs nobody.
  expect(screen.getByRole('region', { name: 'Which containers run' })).toBeTruthy();
  isAway = false;
  const before = requests.length;
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
  expect(await items('Readiness')).toHaveLength(3);
  expect(requests.length).toBe(before + 1);
});

it.each([
  ['go.example.vn', 'go.example.vn'],
  ['127.0.0.1:8081', 'links.example.com'],
  ['10.0.0.5', 'links.example.com'],
  ['localhost:8080', 'links.example.com'],
  ['go.localhost', 'links.example.com'],
  [null, 'links.example.com'],
])('%s is written as %s', (main_domain, host) => {
  expect(exampleHost({ ...found, main_domain })).toBe(host);
});

describe('with Helm', () => {
  const steps = () => screen.findByRole('region', { name: 'Install it' });

  it('is chosen, and stays in the address', async () => {
    show();
    expect(screen.queryByRole('region', { name: 'Install it' })).toBeNull();
    await userEvent.click(screen.getByText('Kubernetes (Helm)'));
    expect((await steps()).textContent).toContain('helm upgrade --install linkway helm/linkway');
    expect(screen.queryByRole('region', { name: 'Start it' })).toBeNull();
    expect(address()).toContain('with=helm');
    await userEvent.click(screen.getByText('Docker Compose'));
    expect(await screen.findByRole('region', { name: 'Start it' })).toBeTruthy();
    expect(address()).not.toContain('with=');
  });

  it('is shown by its address, for the domain of this installation', async () => {
    show({}, '&with=helm');
    await screen.findByText('Something is not ready.');
    expect((await screen.findByRole('region', { name: 'Write the values file' })).textContent).toContain(
      'mainDomain: go.example.vn',
    );
    expect(screen.getByRole('region', { name: 'Go back to the release before' }).textContent).toContain(
      'helm rollback',
    );
    expect(screen.getByRole('region', { name: 'Variables for Google' }).textContent).toContain('google_client_secret');
  });
});
