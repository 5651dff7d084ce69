import { randomBytes } from 'node:crypto';
import { afterEach, beforeAll, expect } from '@jest/globals';
import {
  type Caller,
  changedTotalsRpc,
  createGuestLinkRpc,
  createLinkRpc,
  type Domain,
  describeClicksRpc,
  domainSaved,
  type Envelope,
  type EventContract,
  type EventData,
  guestLinkTotalsRpc,
  linkCreated,
  linkDeleted,
  linksNotificationDue,
  linkUpdated,
  listActiveDomainsRpc,
  MOST_CHANGED_TOTALS,
  type RpcContract,
  type RpcInput,
  type RpcReply,
  type RpcRequest,
  reportMaliciousLinksRpc,
  sendMailRpc,
  userRegistered,
} from '@linkway/contracts';
import {
  AppError,
  defineService,
  EventPublisher,
  EventTail,
  Rpc,
  RpcClient,
  type RunningService,
  serviceConfig,
} from '@linkway/platform';
import { eventually, startService, useServers } from '@linkway/platform/testkit';
import { Controller, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import service from '../src/main.js';

const domain = (domain_name: string, over: Partial<Domain> = {}): Domain => ({
  id: uuidv7(),
  domain_name,
  description: '',
  price: 0,
  is_free: true,
  is_active: true,
  sort_order: 999,
  ...over,
});

/** As the web app makes one. */
export const deviceId = (): string => randomBytes(16).toString('hex');

/** What the domains service answers when it is asked; a test may add to it. */
export const askedDomains: Domain[] = [];

@Controller()
class DomainsAnswers {
  @Rpc(listActiveDomainsRpc)
  list() {
    return { data: askedDomains };
  }
}

/** What identity was asked to send. */
export const askedMails: RpcInput<typeof sendMailRpc>[] = [];

@Controller()
class MailAnswers {
  @Rpc(sendMailRpc)
  send(request: RpcInput<typeof sendMailRpc>) {
    askedMails.push(request);
    return { mail_id: uuidv7(), queued: true };
  }
}

/** Of whom identity was told that malicious links of theirs were refused. */
export const toldMalicious: RpcInput<typeof reportMaliciousLinksRpc>['sources'] = [];

@Controller()
class ThreatAnswers {
  @Rpc(reportMaliciousLinksRpc)
  report({ sources }: RpcInput<typeof reportMaliciousLinksRpc>) {
    toldMalicious.push(...sources);
    return {};
  }
}

/** As one, however many reports they came in. */
export const maliciousTogether = () =>
  toldMalicious.reduce<typeof toldMalicious>((together, one) => {
    const before = together.find(({ user_id }) => user_id === one.user_id);
    const rest = together.filter((other) => other !== before);
    return [...rest, { ...one, refused: one.refused + (before?.refused ?? 0) }];
  }, []);

/** How analytics answers: what clicks mean is told by their user agents alone. */
export const analytics = { isAway: false, asked: 0, answersOnce: Promise.resolve() as Promise<unknown> };

/** Totals that analytics has to tell, one after the other; how far it told them is a number. */
export const changedTotals: RpcReply<typeof changedTotalsRpc>['data'] = [];

/** Clicks of people of guests' links; a link without any is not there. */
export const guestClicks = new Map<string, number>();

@Controller()
class AnalyticsAnswers {
  @Rpc(guestLinkTotalsRpc)
  guestTotals({ link_ids }: RpcInput<typeof guestLinkTotalsRpc>) {
    if (analytics.isAway) throw new AppError('service.unavailable');
    const counted = link_ids.filter((id) => guestClicks.has(id));
    return { data: counted.map((link_id) => ({ link_id, clicks: guestClicks.get(link_id) ?? 0 })) };
  }

  @Rpc(describeClicksRpc)
  async describe({ clicks }: RpcInput<typeof describeClicksRpc>) {
    analytics.asked += 1;
    await analytics.answersOnce;
    if (analytics.isAway) throw new AppError('service.unavailable');
    const data = clicks.map(({ event_id, user_agent }) => ({
      event_id,
      country: 'VN',
      device: 'mobile',
      browser: 'chrome',
      referrer: '',
      kind: user_agent === 'bot' ? ('bot' as const) : ('human' as const),
    }));
    return { data };
  }

  @Rpc(changedTotalsRpc)
  changed({ since }: RpcInput<typeof changedTotalsRpc>): RpcReply<typeof changedTotalsRpc> {
    if (analytics.isAway) throw new AppError('service.unavailable');
    const told = Number(since ?? 0);
    const data = changedTotals.slice(told, told + MOST_CHANGED_TOTALS);
    const next = told + data.length;
    return { data, next: String(next), has_more: next < changedTotals.length, as_of: new Date().toISOString() };
  }
}

@Module({ controllers: [DomainsAnswers, MailAnswers, ThreatAnswers, AnalyticsAnswers] })
class NeighboursModule {}

/** The services around links: it answers for domains and mails, and publishes events as their owners do. */
const neighbours = defineService({ name: 'domains', config: serviceConfig({}), module: NeighboursModule });

type SessionCaller = Extract<Caller, { kind: 'session' }>;

export const callerOf = (workspaceId: string = uuidv7(), over: Partial<SessionCaller> = {}): SessionCaller => ({
  kind: 'session',
  user_id: workspaceId,
  workspace_id: workspaceId,
  session_id: uuidv7(),
  role: 'user',
  ...over,
});

export interface SeenEvent {
  subject: string;
  id: string;
  actor: Envelope['actor'];
  // oxlint-disable-next-line typescript/no-explicit-any -- each test knows the event that it asks for
  data: any;
}

type LinkRequest = RpcRequest<typeof createLinkRpc>['link'];
type GuestRequest = RpcRequest<typeof createGuestLinkRpc>['link'];

/** No test asks the sites that its links lead to, but those of that. */
const QUIET = { DESTINATION_FETCH: 'off' };

/** links on real servers, with its neighbours. */
export function useLinks(environment: Record<string, string> = {}) {
  const servers = useServers({ postgres: true, nats: true });
  const main = domain('go.example:8443', { sort_order: 0 });
  const second = domain('second.example', { sort_order: 1 });
  const rented = domain('rented.example', { is_free: false, price: 500 });
  const closed = domain('closed.example', { is_active: false });
  const events: SeenEvent[] = [];
  const notifications: EventData<typeof linksNotificationDue>[] = [];
  let around: RunningService;
  let links: RunningService;

  const start = (more: Record<string, string> = {}) =>
    startService(service, servers.env('links', { ...QUIET, ...environment, ...more }));
  const publish = async <C extends EventContract>(contract: C, data: EventData<C>): Promise<Envelope> => {
    const publisher = around.get<EventPublisher>(EventPublisher);
    const envelope = publisher.envelope(contract, data);
    await publisher.publish(envelope);
    return envelope;
  };
  const saveDomain = async (saved: Domain, version: number) => {
    const { id: domain_id, domain_name, is_active, is_free, sort_order } = saved;
    return publish(domainSaved, { domain_id, domain_name, is_active, is_free, sort_order, version });
  };
  const query = <T>(sql: string, values: unknown[] = []): Promise<T[]> =>
    links.get<DataSource>(DataSource).query(sql, values);
  const call = <C extends RpcContract>(
    contract: C,
    input: RpcRequest<C>,
    caller: Caller | null = null,
    timeoutMs = 30_000,
  ) => around.get<RpcClient>(RpcClient).call(contract, input, { caller, timeoutMs });

  beforeAll(async () => {
    around = await startService(neighbours, servers.env('neighbours'));
    around.get<EventTail>(EventTail).follow([linkCreated, linkUpdated, linkDeleted], (data, envelope) => {
      events.push({ subject: envelope.type, id: envelope.id, actor: envelope.actor, data });
    });
    around.get<EventTail>(EventTail).follow([linksNotificationDue], (data) => void notifications.push(data));
    links = await start();
    for (const known of [main, second, rented, closed]) await saveDomain(known, 1);
    await eventually(async () => expect(await query('SELECT 1 FROM domains')).toHaveLength(4));
    // The tail reads from when it is connected: it is there once it has seen something.
    await eventually(async () => {
      const probe = await call(createGuestLinkRpc, {
        link: { url: 'https://example.com/', device_id: deviceId() },
        ip: '127.0.0.1',
        idempotency_key: null,
      });
      await eventually(() => eventsOf(probe.id).length > 0, { timeoutMs: 1_000 });
    });
  }, 180_000);
  afterEach(() => {
    askedDomains.splice(0);
    askedMails.splice(0);
    toldMalicious.splice(0);
  });

  const eventsOf = (linkId: string) =>
    events.filter(({ data }) => data.link_id === linkId || data.route?.link_id === linkId);

  const create = (
    caller: Caller,
    link: Partial<LinkRequest> = {},
    idempotency_key: string | null = null,
    timeoutMs?: number,
  ) => call(createLinkRpc, { link: { url: 'https://example.com/', ...link }, idempotency_key }, caller, timeoutMs);

  return {
    servers,
    main,
    second,
    rented,
    closed,
    start,
    publish,
    /** What owners are to be told of. */
    notifications,
    saveDomain,
    query,
    call,
    events,
    eventsOf,
    get service() {
      return links;
    },
    /** Who may read and do everything. */
    get neighbours() {
      return around;
    },
    create,
    /** A few at a time, as of one caller no more are worked on at once. */
    async createMany(count: number, caller: Caller, link: Partial<LinkRequest> = {}) {
      const made: RpcReply<typeof createLinkRpc>[] = [];
      while (made.length < count) {
        const portion = Math.min(4, count - made.length);
        made.push(...(await Promise.all(Array.from({ length: portion }, () => create(caller, link)))));
      }
      return made;
    },
    createGuest: (
      link: Partial<GuestRequest> = {},
      { ip = '127.0.0.1', key = null }: { ip?: string; key?: string | null } = {},
    ): Promise<RpcReply<typeof createGuestLinkRpc>> =>
      call(createGuestLinkRpc, {
        link: { url: 'https://example.com/', device_id: deviceId(), ...link },
        ip,
        idempotency_key: key,
      }),
    /** A workspace that identity has told of. */
    async workspace(monthly_links_limit: number): Promise<SessionCaller> {
      const caller = callerOf();
      const { workspace_id, user_id } = caller;
      const plan = { role: 'user', subscription_type: 'basic', monthly_links_limit, version: 1 } as const;
      await publish(userRegistered, { user_id, workspace_id, ...plan });
      await eventually(async () =>
        expect(await query('SELECT 1 FROM workspaces WHERE workspace_id = $1', [workspace_id])).toHaveLength(1),
      );
      return caller;
    },
  };
}

/** The code of the AppError that a call ends in; 'none' when it succeeds. */
export async function refusal(call: Promise<unknown>): Promise<string> {
  return (await refused(call))?.code ?? 'none';
}

export async function refused(call: Promise<unknown>): Promise<AppError | null> {
  try {
    await call;
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** How many of the calls ended in each code; 'none' are those that succeeded. */
export async function outcomes(calls: Promise<unknown>[]): Promise<Record<string, number>> {
  return countsOf(await Promise.all(calls.map(refusal)));
}

/** How often each of them is there. */
export function countsOf(codes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

export { eventually, uuidv7 };
