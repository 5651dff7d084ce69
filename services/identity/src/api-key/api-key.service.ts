import { isDeepStrictEqual } from 'node:util';
import {
  type ApiKey,
  type AuditAction,
  type AuditDetails,
  type AuditUser,
  apiKeyCreated,
  apiKeyDeleted,
  apiKeyPermissionSchema,
  type changeApiKeyRpc,
  type createApiKeyRpc,
  type listApiKeysRpc,
  type MemberCaller,
  MOST_API_KEYS,
  type NewApiKey,
  permissionsOfKey,
  type RpcInput,
  type RpcReply,
  type useApiKeyRpc,
  withinDomains,
} from '@linkway/contracts';
import {
  AppError,
  CONFIG,
  type Emit,
  fieldError,
  keyDigest,
  Metrics,
  newApiKey,
  Outbox,
  requestHash,
} from '@linkway/platform';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { AuditTrail } from '../audit/audit-trail.js';
import type { IdentityConfig } from '../config.js';
import { Notifier } from '../notification/notifier.js';
import { countOutcome } from '../outcome.js';
import { SessionService } from '../session/session.service.js';
import { isPremium } from '../user/plan.js';
import { ApiKeyRepository, type ShownKey, type Use, WINDOW_SECONDS } from './api-key.repository.js';
import { apiKeyView } from './api-key.view.js';
import { ApiKeyRequestRepository } from './api-key-request.repository.js';
import { KeyDomains } from './key-domains.js';

type Change = 'create' | 'change' | 'delete';
type Transaction = Parameters<Parameters<Outbox['transaction']>[0]>;

const SHOWN_CHARACTERS = 4;

interface KeyAct {
  user: AuditUser;
  key: ShownKey;
  /** Where it is not that of the request under way. */
  ip?: string;
  details?: AuditDetails;
}

/** The keys of the caller's own account, which only a session makes and changes; and what a request is told that comes with one. */
@Injectable()
export class ApiKeyService {
  private readonly limit: number;
  private readonly changes;
  private readonly uses;

  constructor(
    @Inject(CONFIG) config: IdentityConfig,
    private readonly sessions: SessionService,
    private readonly keys: ApiKeyRepository,
    private readonly requests: ApiKeyRequestRepository,
    private readonly domains: KeyDomains,
    private readonly trail: AuditTrail,
    private readonly notifier: Notifier,
    private readonly outbox: Outbox,
    metrics: Metrics,
  ) {
    this.limit = config.API_KEY_REQUESTS_PER_HOUR;
    this.changes = metrics.counter('identity_api_key_changes_total', 'API keys that were made, changed and deleted', [
      'change',
      'outcome',
    ]);
    this.uses = metrics.counter('identity_api_key_uses_total', 'Requests with an API key', ['outcome']);
  }

  async list(caller: MemberCaller): Promise<RpcReply<typeof listApiKeysRpc>> {
    const { user_id } = await this.sessions.ofCaller(caller);
    return { data: (await this.keys.list(user_id)).map(apiKeyView), requests_per_hour: this.limit };
  }

  create({ idempotency_key, ...input }: RpcInput<typeof createApiKeyRpc>, caller: MemberCaller): Promise<NewApiKey> {
    return this.counted('create', async () => {
      const session = await this.sessions.ofCaller(caller);
      const { user } = session;
      const request =
        idempotency_key === null ? null : { user_id: user.id, key: idempotency_key, request_hash: requestHash(input) };
      if (request) await this.requests.requireNew(request);
      if (!isPremium(user.profile)) throw new AppError('api_keys.premium_required');
      const expires_at = input.expires_at == null ? null : new Date(input.expires_at);
      if (expires_at && expires_at.getTime() <= Date.now()) throw fieldError('expires_at', 'api_keys.expires_in_past');
      const domain_ids = await this.domains.chosen(input.domain_ids ?? null);
      const domains = await this.domains.told(domain_ids);
      const api_key = newApiKey();
      const id = uuidv7();
      const added = await this.outbox.transaction(async (manager, emit) => {
        await this.keys.takeTurn(user.id, manager);
        if (request) await this.requests.claim(request, { api_key_id: id, key_name: input.key_name }, manager);
        const key = await this.keys.add(
          {
            id,
            user_id: user.id,
            key_name: input.key_name,
            key_hash: Buffer.from(keyDigest(api_key), 'hex'),
            last_characters: api_key.slice(-SHOWN_CHARACTERS),
            permissions: apiKeyPermissionSchema.options.filter((each) => input.permissions.includes(each)),
            domain_ids,
            expires_at,
          },
          MOST_API_KEYS,
          manager,
        );
        if (!key) throw new AppError('api_keys.limit_reached', { limit: MOST_API_KEYS });
        // The user is held by now: whoever takes the account over ends the session and all keys, and none comes after it.
        await this.sessions.requireOpenIn(session, manager);
        this.tell('api_key.created', { user, key, details: { domains } }, emit);
        await this.notifier.tellIn({ userId: user.id, notification: apiKeyCreated, variables: shownOf(key) }, manager);
        return key;
      });
      this.notifier.wake();
      return { ...apiKeyView(added), api_key };
    });
  }

  change({ id, ...given }: RpcInput<typeof changeApiKeyRpc>, caller: MemberCaller): Promise<ApiKey> {
    return this.counted('change', async () => {
      const { user } = await this.sessions.ofCaller(caller);
      const limit = given.domain_ids === undefined ? null : await this.limitOf(id, user.id, given.domain_ids);
      const changes = { ...given, ...(limit && { domain_ids: limit.domain_ids }) };
      return this.outbox.transaction(async (manager, emit) => {
        const former = await this.keys.hold(id, user.id, manager);
        const key = await this.keys.change(id, user.id, changes, manager);
        if (!former || !key) throw new AppError('api_keys.not_found');
        const { key_name, is_active } = key;
        if (is_active !== former.is_active) {
          this.tell(is_active ? 'api_key.enabled' : 'api_key.disabled', { user, key }, emit);
        }
        if (key_name !== former.key_name) {
          // What it was called stands in the entries before, as a name, which leaves the log with the account.
          this.tell('api_key.changed', { user, key, details: { changed: 'key_name' } }, emit);
        }
        if (!isDeepStrictEqual(key.domain_ids, former.domain_ids)) {
          this.tell('api_key.changed', { user, key, details: { domains: limit?.domains ?? null } }, emit);
        }
        return apiKeyView(key);
      });
    });
  }

  /** Before the transaction, which is not to wait for another service. Throws `api_keys.not_found`, `api_keys.domain_unavailable`. */
  private async limitOf(id: string, userId: string, given: readonly string[] | null) {
    const former = await this.keys.find(id, userId);
    if (!former) throw new AppError('api_keys.not_found');
    const domain_ids = await this.domains.chosen(given, former.domain_ids ?? []);
    return { domain_ids, domains: await this.domains.told(domain_ids) };
  }

  delete(id: string, caller: MemberCaller): Promise<void> {
    return this.counted('delete', async () => {
      const { user } = await this.sessions.ofCaller(caller);
      await this.outbox.transaction(async (manager, emit) => {
        const key = await this.keys.remove(id, user.id, manager);
        if (!key) throw new AppError('api_keys.not_found');
        await this.tellDeleted({ user, key }, manager, emit);
      });
      this.notifier.wake();
    });
  }

  /** All keys of a user, with what else the caller changes, who has shown by a mailed link that the account is theirs. */
  async deleteAllIn(user: AuditUser, ip: string, ...[manager, emit]: Transaction): Promise<void> {
    for (const key of await this.keys.removeAll(user.id, manager)) {
      await this.tellDeleted({ user, key, ip, details: { by: 'reset_link' } }, manager, emit);
    }
  }

  /**
   * Counts a request with a key, and says whose it is. Throws `auth.api_key_invalid` for any that may not be used now, whatever the reason, and
   * `auth.subscription_required` where the plan has ended.
   */
  use({ key_hash }: RpcInput<typeof useApiKeyRpc>): Promise<RpcReply<typeof useApiKeyRpc>> {
    return countOutcome(this.uses, async () => {
      const use = await this.keys.use(Buffer.from(key_hash, 'hex'), this.limit);
      if (!use) throw new AppError('auth.api_key_invalid');
      if (use.must_change_password) throw new AppError('auth.password_change_required');
      if (use.must_confirm_email) throw new AppError('auth.email_confirmation_required');
      if (!use.is_premium) throw new AppError('auth.subscription_required');
      return this.told(use);
    });
  }

  private told({ id, user_id, workspace_id, role, permissions, domain_ids, used, reset_seconds }: Use) {
    const granted = permissionsOfKey(permissions);
    const caller = {
      kind: 'api_key' as const,
      user_id,
      workspace_id,
      role,
      api_key_id: id,
      ...(domain_ids === null
        ? { permissions: [...granted] }
        : { permissions: granted.map(withinDomains), scope: { domain_ids } }),
    };
    const { limit } = this;
    const left = { limit, window_seconds: WINDOW_SECONDS, remaining: Math.max(0, limit - used), reset_seconds };
    return { caller, rate_limit: { ...left, exceeded: used > limit } };
  }

  private async tellDeleted(of: KeyAct, ...[manager, emit]: Transaction): Promise<void> {
    this.tell('api_key.deleted', of, emit);
    const variables = shownOf(of.key);
    await this.notifier.tellIn({ userId: of.user.id, notification: apiKeyDeleted, variables }, manager);
  }

  /** Its last characters tell one from another; of the key itself nothing is told. */
  private tell(action: AuditAction, { user, key, ip, details }: KeyAct, emit: Emit): void {
    const target = { kind: 'api_key', id: key.id, name: key.key_name } as const;
    const told = {
      last_characters: key.last_characters,
      permissions: key.permissions.join(' '),
      expires_at: key.expires_at?.toISOString() ?? null,
      ...details,
    };
    this.trail.record({ action, user, target, details: told, ...(ip !== undefined && { ip }) }, emit);
  }

  private counted<T>(change: Change, work: () => Promise<T>): Promise<T> {
    return countOutcome({ inc: ({ outcome }) => this.changes.inc({ change, outcome }) }, work);
  }
}

const shownOf = ({ key_name, last_characters }: ShownKey) => ({ key_name, last_characters });
