import { describe, expect, it } from '@jest/globals';
import { errorMessages } from '@linkway/contracts/errors';
import {
  auditActionCodes,
  auditDetailKeys,
  auditLevels,
  auditModules,
  auditTargetKinds,
} from '@linkway/contracts/rules';
import { loadSession } from '@linkway/kit/session';
import { renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { screen } from '@testing-library/react';
import en from '../../locales/logs/en.json' with { type: 'json' };
import vi from '../../locales/logs/vi.json' with { type: 'json' };
import Tab from '../../tab';
import { me } from '../users/fixtures';
import { anEntry } from './fixtures';

const at = (texts: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((found, name) => (found as Record<string, unknown> | undefined)?.[name], texts);

describe.each([
  ['English', en],
  ['Vietnamese', vi],
])('in %s', (_language, texts) => {
  it.each([
    ['detail', auditDetailKeys],
    ['action', auditActionCodes],
    ['module', auditModules],
    ['level', auditLevels],
    ['target', auditTargetKinds],
  ] as const)('each %s that can be recorded has words', (group, codes) => {
    const missing = codes.filter((code) => {
      const text = at(texts, `${group}.${code}`);
      return typeof text !== 'string' || text.trim() === '';
    });
    expect(missing).toEqual([]);
  });

  it('has no words for details that nothing records', () => {
    expect(Object.keys(texts.detail).sort()).toEqual([...auditDetailKeys].sort());
  });

  it('has the same words of codes and fields as the other language', () => {
    expect(Object.keys(texts.field).sort()).toEqual(Object.keys(en.field).sort());
    expect(Object.keys(texts.word).sort()).toEqual(Object.keys(en.word).sort());
  });
});

it('says codes, times and numbers of details in words, and leaves what it does not know', async () => {
  await startApp();
  const details = {
    reason: 'auth.bad_credentials',
    repeated: 1234,
    expires_at: null,
    enabled: true,
    module: 'auth',
    level: 'error',
    since: '2026-11-05T08:00:07.120Z',
    until: 'some day',
    from: 'user',
    to: 'owner',
    former_name: 'admin',
    colour: 'red',
    changed: 'host, requests_per_minute newer',
  };
  const body = { data: [anEntry(1, { details })], pagination: { page: 1, limit: 10, total: 1, total_pages: 1 } };
  serveApi({ 'GET /api/me': { body: me }, 'GET /api/admin/audit-log': { body } });
  await loadSession();
  renderPage(<Tab tab="logs" />, { path: '/dashboard?tab=logs' });
  const told = (await screen.findByText(/Reason:/)).textContent?.split(' · ');
  expect(told).toEqual([
    'Reason: Wrong email or password',
    'Times repeated: 1,234',
    'Expires: None',
    'Turned on: Yes',
    'Module: Sign-in',
    'Level: Error',
    expect.stringMatching(/^First time: 05\/11\/2026 \d\d:00:07$/),
    'Until: some day',
    'From: User',
    'To: owner',
    'Former name: admin',
    'colour: red',
    'Changed fields: Server, Requests per minute, newer',
  ]);
});

it('says a refusal without a word of its own by its sentence', async () => {
  await startApp();
  const details = { reason: 'mail.connection_failed' };
  const body = { data: [anEntry(1, { details })], pagination: { page: 1, limit: 10, total: 1, total_pages: 1 } };
  serveApi({ 'GET /api/me': { body: me }, 'GET /api/admin/audit-log': { body } });
  await loadSession();
  renderPage(<Tab tab="logs" />, { path: '/dashboard?tab=logs' });
  expect((await screen.findByText(/Reason:/)).textContent).toBe(
    `Reason: ${errorMessages.en['mail.connection_failed']}`,
  );
});
