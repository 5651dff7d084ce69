import { expect, it, jest } from '@jest/globals';
import type { Route } from '@linkway/contracts';
import type { LimitTeller } from '../cap/limit-teller.js';
import type { UsageRepository } from '../cap/usage.repository.js';
import { decide } from '../decision/decision.js';
import type { PasswordService } from '../password/password.service.js';
import { route } from '../route/fake-route.js';
import { AdmissionService, VisitorLeft } from './admission.service.js';

const usedUp = jest.fn(async (): Promise<{ is_told: boolean } | null> => ({ is_told: true }));
const tell = jest.fn();
const use = jest.fn(async () => true);
const check = jest.fn(async () => ({ kind: 'right' }));
const admission = new AdmissionService(
  { usedUp, use } as unknown as UsageRepository,
  { tell } as unknown as LimitTeller,
  { check } as unknown as PasswordService,
);
const admit = (asked: Route, hasLeft = () => false, password: string | null = null, isShut = false) =>
  admission.admit(
    (isUsedUp, unlocked) =>
      decide({
        route: asked,
        host: 'go.test',
        now: Date.now(),
        country: '',
        device: () => 'desktop',
        system: () => null,
        usedUp: isUsedUp,
        unlocked,
        isShut,
      }),
    { password, ip: '192.0.2.1', counts: true, hasLeft },
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
  use.mockResolvedValueOnce(false);
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
    return true;
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
