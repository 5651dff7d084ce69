import type { OpenSession } from '@linkway/contracts';
import { agentOf } from '@linkway/platform/visitor';
import type { Session } from './session.entity.js';

type Shown = Pick<Session, 'id' | 'ip' | 'user_agent' | 'created_at' | 'last_seen_at'>;

export function openSession({ id, ip, user_agent, created_at, last_seen_at }: Shown, current: boolean): OpenSession {
  const { browser, os, device } = agentOf(user_agent);
  return {
    id,
    browser,
    os,
    device_type: device,
    ip_address: ip,
    created_at: created_at.toISOString(),
    last_used_at: last_seen_at.toISOString(),
    current,
  };
}
