import { kindOf } from '@linkway/platform/visitor';
import type { RollUpRepository } from '../roll-up/roll-up.repository.js';
import type { JudgedAgent, KindsRepository } from './kinds.repository.js';

const AT_ONCE = 200;

/**
 * Judges all stored clicks anew by today's rules and answers how many user agents were judged differently. Additions of days
 * are dropped, as they count by kind; they are made again in the background.
 */
export async function recomputeKinds(kinds: KindsRepository, rollUp: RollUpRepository): Promise<number> {
  const changed = new Map<string, JudgedAgent>();
  for (const stored of await kinds.agents()) {
    const verdict = kindOf({ userAgent: stored.user_agent, purpose: '', method: 'GET' });
    if (verdict.kind !== stored.kind || verdict.reason !== stored.kind_reason) {
      changed.set(stored.user_agent, {
        user_agent: stored.user_agent,
        kind: verdict.kind,
        kind_reason: verdict.reason,
      });
    }
  }
  const agents = [...changed.values()];
  for (let start = 0; start < agents.length; start += AT_ONCE) await kinds.judge(agents.slice(start, start + AT_ONCE));
  if (agents.length > 0) await rollUp.forgetAll();
  return agents.length;
}
