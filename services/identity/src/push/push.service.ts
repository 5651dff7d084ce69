import { createECDH } from 'node:crypto';
import {
  type addPushBrowserRpc,
  type MemberCaller,
  MOST_PUSH_BROWSERS,
  type PushBrowser,
  type PushState,
  type RpcInput,
} from '@linkway/contracts';
import { AppError, CONFIG, fieldError, Outbox } from '@linkway/platform';
import { agentOf } from '@linkway/platform/visitor';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { AuditTrail } from '../audit/audit-trail.js';
import type { IdentityConfig } from '../config.js';
import { SessionService } from '../session/session.service.js';
import { isPushEndpoint } from './push-address.js';
import { PushKeys } from './push-keys.js';
import type { PushSubscription } from './push-subscription.entity.js';
import { PushSubscriptionRepository } from './push-subscription.repository.js';

/** The browsers that take pushes of the caller's own account. */
@Injectable()
export class PushService {
  constructor(
    @Inject(CONFIG) private readonly config: IdentityConfig,
    private readonly sessions: SessionService,
    private readonly subscriptions: PushSubscriptionRepository,
    private readonly keys: PushKeys,
    private readonly trail: AuditTrail,
    private readonly outbox: Outbox,
  ) {}

  async get(caller: MemberCaller): Promise<PushState> {
    const { id, user_id } = await this.sessions.ofCaller(caller);
    const browsers = await this.subscriptions.list(user_id, id);
    return { public_key: await this.keys.publicKey(), browsers: browsers.map((each) => viewOf(each, id)) };
  }

  /** The browser of the session that it is asked in. Throws `push.endpoint_invalid`, `push.keys_invalid` and `push.limit_reached`. */
  async add({ endpoint, keys }: RpcInput<typeof addPushBrowserRpc>, caller: MemberCaller): Promise<PushBrowser> {
    const { id: session_id, user, user_agent } = await this.sessions.ofCaller(caller);
    if (!isPushEndpoint(endpoint, this.config.PUSH_PRIVATE_SERVICES)) {
      throw fieldError('endpoint', 'push.endpoint_invalid');
    }
    if (!areKeys(keys)) throw fieldError('keys', 'push.keys_invalid');
    return this.outbox.transaction(async (manager, emit) => {
      // In one form, so that it is there once.
      const row = { id: uuidv7(), user_id: user.id, session_id, endpoint: new URL(endpoint).href, ...keys, user_agent };
      const added = await this.subscriptions.add(row, manager);
      if (added === 'full') throw new AppError('push.limit_reached', { limit: MOST_PUSH_BROWSERS });
      if (added === 'other') throw fieldError('endpoint', 'push.endpoint_invalid');
      if (added === row.id) this.trail.record({ action: 'account.push_browser_added', user }, emit);
      return viewOf(await this.subscriptions.find(added, manager), session_id);
    });
  }

  /** Throws `push.browser_not_found`. */
  async remove(id: string, caller: MemberCaller): Promise<void> {
    const { user } = await this.sessions.ofCaller(caller);
    await this.outbox.transaction(async (manager, emit) => {
      if (!(await this.subscriptions.remove(id, user.id, manager))) throw new AppError('push.browser_not_found');
      this.trail.record({ action: 'account.push_browser_removed', user }, emit);
    });
  }
}

function viewOf(
  { id, session_id, user_agent, created_at, last_success_at }: PushSubscription,
  sessionId: string,
): PushBrowser {
  const { browser, os, device } = agentOf(user_agent);
  return {
    id,
    browser,
    os,
    device_type: device,
    created_at: created_at.toISOString(),
    last_success_at: last_success_at?.toISOString() ?? null,
    current: session_id === sessionId,
  };
}

/** A point of the curve, and sixteen bytes: with anything else nothing can be encrypted. */
function areKeys({ p256dh, auth }: { p256dh: string; auth: string }): boolean {
  if (Buffer.from(auth, 'base64url').length !== 16) return false;
  const own = createECDH('prime256v1');
  own.generateKeys();
  try {
    own.computeSecret(Buffer.from(p256dh, 'base64url'));
    return Buffer.from(p256dh, 'base64url').length === 65;
  } catch {
    // It is no point of the curve, which is all that this throws for.
    return false;
  }
}
