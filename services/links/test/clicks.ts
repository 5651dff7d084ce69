import { afterEach, beforeAll, expect } from '@jest/globals';
import {
  type Caller,
  type Click,
  changeWebhookRpc,
  createWebhookRpc,
  linksClicked,
  userRegistered,
  type WebhookEvent,
} from '@linkway/contracts';
import { clickStream, EventPublisher, ensureStream, NatsService } from '@linkway/platform';
import { analytics, callerOf, eventually, refusal, type useLinks, uuidv7 } from './harness.js';
import type { useReceiver } from './receiver.js';

export const SLOWLY = { timeoutMs: 15_000 };

interface Message {
  clicks: { id: string; kind: string; link_id: string }[];
  skipped: { count: number; since: string } | null;
}

/** Clicks in their stream, and webhooks that are told of them. */
export function useClicks(links: ReturnType<typeof useLinks>, receiver: ReturnType<typeof useReceiver>) {
  let paths = 0;
  const made: { id: string; caller: Caller }[] = [];
  const nats = () => links.neighbours.get<NatsService>(NatsService);
  const turn = (id: string, is_active: boolean, caller: Caller) =>
    links.call(changeWebhookRpc, { id, is_active }, caller);
  const messagesAt = (path: string): Message[] =>
    receiver.at(path).map(({ body }) => (JSON.parse(body) as { data: Message }).data);
  const toldAt = (path: string) => messagesAt(path).flatMap(({ clicks }) => clicks);
  const aClick = (workspace_id: string | null, more: Partial<Click> = {}): Click => ({
    event_id: uuidv7(),
    clicked_at: new Date().toISOString(),
    link_id: uuidv7(),
    workspace_id,
    code: 'summer',
    host: 'go.example',
    ip: '203.0.113.77',
    user_agent: 'the browser of somebody',
    referer: '',
    accept_language: 'vi',
    query: '',
    method: 'GET',
    purpose: '',
    signed_in: false,
    rule: 'default',
    ...more,
  });

  beforeAll(async () => {
    await ensureStream(nats(), clickStream(0));
  });
  // Else those of one test would be told of clicks, and keep readers at work, in the next.
  afterEach(async () => {
    analytics.isAway = false;
    await Promise.all(made.splice(0).map(({ id, caller }) => refusal(turn(id, false, caller))));
  });

  return {
    nats,
    turn,
    toldAt,
    aClick,
    newPath: (): string => `/clicks-${++paths}`,
    async member(monthly_links_limit = 5_000): Promise<ReturnType<typeof callerOf>> {
      const caller = callerOf();
      const id = caller.workspace_id;
      const plan = { role: 'user', subscription_type: 'premium', monthly_links_limit, version: 1 } as const;
      await links.publish(userRegistered, { user_id: id, workspace_id: id, ...plan });
      await eventually(async () =>
        expect(await links.query('SELECT 1 FROM workspaces WHERE workspace_id = $1', [id])).toHaveLength(1),
      );
      return caller;
    },
    /** Turned off after the test. */
    async listening(caller: Caller, path: string, events: WebhookEvent[] = ['link.clicked'], bot_clicks = false) {
      const webhook = await links.call(
        createWebhookRpc,
        { url: receiver.url(path), description: '', events, bot_clicks },
        caller,
      );
      made.push({ id: webhook.id, caller });
      return webhook;
    },
    clicksOf: (workspace: string | null, count: number, more: Partial<Click> = {}) =>
      Array.from({ length: count }, () => aClick(workspace, more)),
    /** As redirect does: a batch, under its id. Answers its number in the stream. */
    async shipped(clicks: Click[]): Promise<number> {
      const envelope = links.neighbours.get<EventPublisher>(EventPublisher).envelope(linksClicked, { clicks });
      const { seq } = await nats().jetstream.publish(`${linksClicked.subject}.0`, JSON.stringify(envelope), {
        msgID: envelope.id,
      });
      return seq;
    },
    skippedAt: (path: string) => messagesAt(path).reduce((sum, { skipped }) => sum + (skipped?.count ?? 0), 0),
    /** Exactly these were received, each once. */
    told: (path: string, clicks: Click[]) =>
      eventually(
        () =>
          expect(
            toldAt(path)
              .map(({ id }) => id)
              .sort(),
          ).toEqual(clicks.map(({ event_id }) => event_id).sort()),
        SLOWLY,
      ),
    positions: () =>
      links.query<{ stream: string; position: string; holder: string }>('SELECT * FROM webhook_click_positions'),
    async readersOf(): Promise<number> {
      const manager = await nats().manager();
      let count = 0;
      for await (const _ of manager.consumers.list(clickStream(0).name)) count += 1;
      return count;
    },
  };
}
