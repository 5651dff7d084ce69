import {
  type AuditAction,
  type accountClaimed,
  auditRecord,
  type changeWebhookRpc,
  type createWebhookRpc,
  type EventData,
  FORMER_SECRET_HOURS,
  linksAuditRecorded,
  type MemberCaller,
  MOST_WEBHOOKS,
  type NewWebhook,
  type RpcInput,
  type Webhook as WebhookView,
  webhookEvents,
  webhookSchema,
} from '@linkway/contracts';
import { AppError, CONFIG, currentCall, type Emit, faultOfAddress, fieldError, Outbox } from '@linkway/platform';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import type { LinksConfig } from '../config.js';
import { IdempotencyService, type Repeatable } from '../idempotency/idempotency.service.js';
import type { Transaction } from '../transaction.js';
import { ClickReader } from './clicks/click-reader.js';
import { HeldRepository } from './held.repository.js';
import { newSecret } from './signature.js';
import type { Webhook } from './webhook.entity.js';
import { WebhookRepository } from './webhook.repository.js';
import { webhookView } from './webhook.view.js';
import { WebhookSecrets } from './webhook-secrets.js';
import { WebhookWorker } from './webhook-worker.js';

/** What is kept of the answer to a creation: its secret as sealed as the webhook's own, in base64. */
const madeSchema = webhookSchema.extend({ sealed_secret: z.string() });

/** The webhooks of the caller's workspace. An unknown one and another workspace's are `webhooks.not_found` alike. */
@Injectable()
export class WebhookService {
  constructor(
    @Inject(CONFIG) private readonly config: LinksConfig,
    private readonly webhooks: WebhookRepository,
    private readonly held: HeldRepository,
    private readonly secrets: WebhookSecrets,
    private readonly clicks: ClickReader,
    private readonly worker: WebhookWorker,
    private readonly idempotency: IdempotencyService,
    private readonly outbox: Outbox,
  ) {}

  async list({ workspace_id }: MemberCaller): Promise<{ data: WebhookView[]; is_paused: boolean }> {
    const data = (await this.webhooks.list(workspace_id)).map((each) => webhookView(each));
    return { data, is_paused: !(await this.webhooks.isPremium(workspace_id)) };
  }

  async get(id: string, { workspace_id }: MemberCaller): Promise<WebhookView> {
    return webhookView(required(await this.webhooks.find(workspace_id, id)));
  }

  /**
   * Throws `webhooks.premium_required`, `webhooks.limit_reached`, `webhooks.url_invalid`, `webhooks.url_private`, `auth.impersonation_forbidden`.
   */
  async create(
    { idempotency_key: key, ...input }: RpcInput<typeof createWebhookRpc>,
    caller: MemberCaller,
  ): Promise<NewWebhook> {
    requireOwner(caller);
    const repeatable: Repeatable<typeof madeSchema> = {
      scope: `workspace:${caller.workspace_id}`,
      key,
      request: { webhook: input },
      password: undefined,
      reply: madeSchema,
    };
    const earlier = await this.idempotency.earlier(repeatable);
    if (earlier) return this.opened(earlier);
    await this.requirePremium(caller);
    this.requireAllowed(input.url);
    const id = uuidv7();
    const secret = this.secrets.seal(newSecret(), id);
    const made = await this.idempotency.once(repeatable, null, async (manager, emit) => {
      const row = {
        id,
        workspace_id: caller.workspace_id,
        user_id: caller.user_id,
        url: input.url,
        description: input.description,
        events: inOrder(input.events),
        bot_clicks: input.bot_clicks,
        secret,
      };
      const webhook = await this.webhooks.add(row, manager);
      if (!webhook) throw new AppError('webhooks.limit_reached', { limit: MOST_WEBHOOKS });
      this.tell('webhook.created', webhook, caller, emit);
      return { ...webhookView(webhook), sealed_secret: secret.toString('base64') };
    });
    await this.clicks.wanted(made);
    this.worker.wake();
    return this.opened(made);
  }

  /** Throws as `create` does; the Premium plan is asked for only where it is turned on. */
  async change({ id, ...change }: RpcInput<typeof changeWebhookRpc>, caller: MemberCaller): Promise<WebhookView> {
    requireOwner(caller);
    if (change.url !== undefined) this.requireAllowed(change.url);
    const changed = await this.outbox.transaction(async (manager, emit) => {
      const former = required(await this.webhooks.hold(caller.workspace_id, id, manager));
      if (change.is_active === true && !former.is_active) await this.requirePremium(caller, manager);
      const events = change.events === undefined ? {} : { events: inOrder(change.events) };
      const webhook = await this.webhooks.change(former, { ...change, ...events }, manager);
      if (webhook.is_active && !former.is_active) await this.held.releaseOf(id, manager);
      if (webhook.is_active !== former.is_active) {
        this.tell(webhook.is_active ? 'webhook.enabled' : 'webhook.disabled', webhook, caller, emit);
      }
      if (isOther(webhook, former)) this.tell('webhook.changed', webhook, caller, emit);
      return webhook;
    });
    await this.clicks.wanted(changed);
    this.worker.wake();
    return webhookView(changed);
  }

  async delete(id: string, caller: MemberCaller): Promise<void> {
    requireOwner(caller);
    await this.outbox.transaction(async (manager, emit) => {
      const webhook = required(await this.webhooks.hold(caller.workspace_id, id, manager));
      await this.webhooks.remove(webhook, manager);
      this.tell('webhook.deleted', webhook, caller, emit);
    });
  }

  /**
   * Those that were made before the owner of the address had the account, and in the minute after it: a gateway may have taken whoever had it
   * for signed in a moment longer.
   */
  async deleteFormer({ user_id, workspace_id, claimed_at }: EventData<typeof accountClaimed>): Promise<void> {
    await this.outbox.transaction(async (manager, emit) => {
      for (const webhook of await this.webhooks.holdMadeUntil(workspace_id, new Date(claimed_at), manager)) {
        await this.webhooks.remove(webhook, manager);
        this.tell('webhook.deleted', webhook, { user_id }, emit);
      }
    });
  }

  /** Throws `webhooks.not_found`, `webhooks.premium_required`, `webhooks.secret_renewed`, `auth.impersonation_forbidden`. */
  async rotate(id: string, caller: MemberCaller): Promise<NewWebhook> {
    requireOwner(caller);
    const secret = newSecret();
    return this.outbox.transaction(async (manager, emit) => {
      const former = required(await this.webhooks.hold(caller.workspace_id, id, manager));
      await this.requirePremium(caller, manager);
      const webhook = await this.webhooks.rotate(former, this.secrets.seal(secret, id), manager);
      if (!webhook) throw new AppError('webhooks.secret_renewed', { hours: FORMER_SECRET_HOURS });
      this.tell('webhook.secret_rotated', webhook, caller, emit);
      return { ...webhookView(webhook), secret };
    });
  }

  /** Throws `webhooks.premium_required`. */
  async requirePremium({ workspace_id }: MemberCaller, manager?: Transaction): Promise<void> {
    if (!(await this.webhooks.isPremium(workspace_id, manager))) throw new AppError('webhooks.premium_required');
  }

  /** Throws `service.unavailable` where the key that sealed the secret is not known any more. */
  private opened({ sealed_secret, ...webhook }: z.output<typeof madeSchema>): NewWebhook {
    const secret = this.secrets.open(Buffer.from(sealed_secret, 'base64'), webhook.id);
    if (secret === null) throw new AppError('service.unavailable');
    return { ...webhook, secret };
  }

  private requireAllowed(url: string): void {
    const fault = faultOfAddress(new URL(url), { allowPrivate: this.config.WEBHOOKS_TO_PRIVATE });
    if (fault) throw fieldError('url', fault === 'private' ? 'webhooks.url_private' : 'webhooks.url_invalid');
  }

  /** Never a secret. Of its address the host alone: some keep a secret behind it. */
  private tell(
    action: AuditAction,
    { id, url, events }: Webhook,
    { user_id }: Pick<MemberCaller, 'user_id'>,
    emit: Emit,
  ): void {
    const target = { kind: 'webhook', id, name: new URL(url).host } as const;
    const details = { events: events.join(' ') };
    // Links knows an account by its id alone.
    const act = { id: uuidv7(), action, user: { id: user_id }, ip: currentCall().ip, target, details };
    emit(linksAuditRecorded, auditRecord(act));
  }
}

/**
 * Through a webhook an account's links are told to whoever has the address and the secret: an administrator who acts as the user makes and changes
 * none, as they change nothing else of the account (ADR 60). Throws `auth.impersonation_forbidden`.
 */
export function requireOwner(caller: MemberCaller): void {
  if (caller.kind === 'session' && caller.impersonator_id !== undefined)
    throw new AppError('auth.impersonation_forbidden');
}

export function required<T>(row: T | null): T {
  if (row === null) throw new AppError('webhooks.not_found');
  return row;
}

const inOrder = (events: readonly string[]): string[] => webhookEvents.filter((each) => events.includes(each));

const isOther = (one: Webhook, other: Webhook): boolean =>
  one.url !== other.url ||
  one.description !== other.description ||
  one.events.join() !== other.events.join() ||
  one.bot_clicks !== other.bot_clicks;
