import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Route } from '@linkway/contracts';
import type { AppLogger } from '@linkway/platform';
import type { LimitTeller } from '../cap/limit-teller.js';
import type { UsageRepository } from '../cap/usage.repository.js';
import { decide } from '../decision/decision.js';
import type { PasswordService } from '../password/password.service.js';
import { route } from '../route/fake-route.js';
import { Facts } from '../rule/facts.js';
import { AdmissionService, VisitorLeft } from './admission.service.js';

const usedUp = jest.fn(async (): Promise<{ is_told: boolean } | null> => ({ is_told: true }));
const tell = jest.fn();
const use = jest.fn(async (): Promise<number | null> => 1);
const count = jest.fn(async () => 1);
const usedOf = jest.fn(async () => new Map<string, number>());
const warn = jest.fn();
const check = jest.fn(async () => ({ kind: 'right' }));
const admission = new AdmissionService(
  { usedUp, use, count, usedOf } as unknown as UsageRepository,
  { tell } as unknown as LimitTeller,
  { check } as unknown as PasswordService,
  { warn } as unknown as AppLogger,
);
const factsOf = (visitNumber: number | null) =>
  new Facts(
    { now: Date.now(), userAgent: '', acceptLanguage: '', referer: '', ip: '', query: '', country: '' },
    visitNumber,
  );
const admit = (asked: Route, hasLeft = () => false, password: string | null = null, isShut = false, counts = true) =>
  admission.admit(
    (isUsedUp, unlocked, visitNumber) =>
      decide({
        route: asked,
        host: 'go.test',
        now: Date.now(),
        country: '',
        facts: asked.rules ? factsOf(visitNumber) : null,
        device: () => 'desktop',
        system: () => null,
        variant: () => null,
        usedUp: isUsedUp,
        unlocked,
        isShut,
      }),
    { password, ip: '192.0.2.1', counts, hasLeft },
  );

it('a link with a click cap that is paused or expired says so without the database, which may be away', async () => {
  const closed = [{ is_active: false }, { expires_at: '2020-01-01T00:00:00Z' }];
  const answers = await Promise.all(closed.map((more) => admit(route({ max_clicks: 1, ...more }))));
  expect(answers.map(({ decision }) => decision.outcome)).toEqual(['paused', 'expired']);
  expect(usedUp).not.toHaveBeenCalled();
  expect((await admit(route({ max_clicks: 1 }))).decision.outcome).toBe('used_up');
});

it('a link that is over and leads elsewhere uses nothing up, and is not asked about where its time is over', async () => {
  const fallback_url = 'https://example.com/over';
  const ended = await admit(route({ max_clicks: 1, fallback_url, expires_at: '2020-01-01T00:00:00Z' }));
  expect(ended.decision).toMatchObject({ outcome: 'redirect', destination: fallback_url });
  expect(usedUp).toHaveBeenCalledTimes(1);
  const spent = await admit(route({ max_clicks: 1, fallback_url }));
  expect(spent.decision).toMatchObject({ outcome: 'redirect', destination: fallback_url });
  expect(use).not.toHaveBeenCalled();
  usedUp.mockResolvedValueOnce(null);
  use.mockResolvedValueOnce(null);
  expect((await admit(route({ max_clicks: 1, fallback_url }))).decision).toMatchObject({ rule: 'fallback' });
  use.mockClear();
});

it('nobody who left meanwhile uses up a click, or is let in', async () => {
  usedUp.mockResolvedValue(null);
  await expect(admit(route({ max_clicks: 1 }), () => true)).rejects.toThrow(VisitorLeft);
  await expect(admit(route({ password_hash: 'x' }), () => true, 'secret')).rejects.toThrow(VisitorLeft);
  expect(use).not.toHaveBeenCalled();
  const stays = await admit(route({ max_clicks: 1, password_hash: 'x' }), () => false, 'secret');
  expect([stays.decision.outcome, use.mock.calls.length]).toEqual(['redirect', 1]);
});

it('a click that is used up is one, also of whoever leaves while that is written', async () => {
  let left = false;
  use.mockImplementationOnce(async () => {
    left = true;
    return 1;
  });
  expect((await admit(route({ max_clicks: 1 }), () => left)).decision.outcome).toBe('redirect');
});

it('a link whose workspace is shut uses no click up, and asks for no password', async () => {
  for (const asked of [usedUp, use, check]) asked.mockClear();
  const shut = (more: Partial<Route>, password: string | null = null) =>
    admit(route(more), () => false, password, true);
  expect((await shut({ max_clicks: 1 })).decision.outcome).toBe('paused');
  expect((await shut({ password_hash: 'x' }, 'secret word')).decision.outcome).toBe('paused');
  for (const asked of [usedUp, use, check]) expect(asked).not.toHaveBeenCalled();
});

describe('a link with a rule about the number of a visit', () => {
  const second = {
    rules: [
      { url: 'https://second.example.com/', any_of: [{ all_of: [{ kind: 'visit_number', at_least: 2, at_most: 2 }] }] },
    ],
  };
  const ruleOf = async (...asked: Parameters<typeof admit>) => {
    const { decision } = await admit(...asked);
    return decision.outcome === 'redirect' ? decision.rule : decision.outcome;
  };
  beforeEach(() => {
    for (const asked of [use, count, usedOf]) asked.mockClear();
    usedUp.mockResolvedValue(null);
  });

  it('counts each visit of a person once, and decides by its number', async () => {
    count.mockResolvedValueOnce(2);
    expect([await ruleOf(route(second)), await ruleOf(route(second))]).toEqual(['rule:1', 'default']);
    expect([count.mock.calls.length, use.mock.calls.length]).toEqual([2, 0]);
  });

  it('counts no visit of a machine, which is led as the next person', async () => {
    usedOf.mockResolvedValueOnce(new Map([[route().link_id, 1]]));
    expect(await ruleOf(route(second), () => false, null, false, false)).toBe('rule:1');
    expect(count).not.toHaveBeenCalled();
  });

  it('counts by the click of its cap, where it has one', async () => {
    use.mockResolvedValueOnce(2);
    expect(await ruleOf(route({ ...second, max_clicks: 2 }))).toBe('rule:1');
    use.mockResolvedValueOnce(null);
    expect(await ruleOf(route({ ...second, max_clicks: 2 }))).toBe('used_up');
    expect(count).not.toHaveBeenCalled();
  });

  it('goes on by the next rule where the database cannot be asked', async () => {
    count.mockRejectedValueOnce(new Error('away'));
    const elsewhere = {
      url: 'https://all.example.com/',
      any_of: [{ all_of: [{ kind: 'query', name: 'a', op: 'present', is_not: true }] }],
    };
    expect(await ruleOf(route({ rules: [...second.rules, elsewhere] }))).toBe('rule:2');
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('counts nothing where it asks for the password, or whose visitor has left', async () => {
    expect(await ruleOf(route({ ...second, password_hash: 'x' }))).toBe('password');
    await expect(admit(route(second), () => true)).rejects.toThrow(VisitorLeft);
    expect(count).not.toHaveBeenCalled();
  });
});
