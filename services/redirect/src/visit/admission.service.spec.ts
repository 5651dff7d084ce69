import { expect, it, jest } from '@jest/globals';
import type { Route } from '@linkway/contracts';
import type { UsageRepository } from '../cap/usage.repository.js';
import { decide } from '../decision/decision.js';
import type { PasswordService } from '../password/password.service.js';
import { route } from '../route/fake-route.js';
import { AdmissionService } from './admission.service.js';

const isUsedUp = jest.fn(async () => true);
const admission = new AdmissionService({ isUsedUp } as unknown as UsageRepository, {} as PasswordService);
const admit = (asked: Route) =>
  admission.admit(
    (usedUp, unlocked) =>
      decide({ route: asked, host: 'go.test', now: Date.now(), device: () => 'desktop', usedUp, unlocked }),
    { password: null, ip: '192.0.2.1', counts: true },
  );

it('a link with a click cap that is paused or expired says so without the database, which may be away', async () => {
  const closed = [{ is_active: false }, { expires_at: '2020-01-01T00:00:00Z' }];
  const answers = await Promise.all(closed.map((more) => admit(route({ max_clicks: 1, ...more }))));
  expect(answers.map(({ decision }) => decision.outcome)).toEqual(['paused', 'expired']);
  expect(isUsedUp).not.toHaveBeenCalled();
  expect((await admit(route({ max_clicks: 1 }))).decision.outcome).toBe('used_up');
});
