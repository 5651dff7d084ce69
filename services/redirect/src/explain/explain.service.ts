import {
  type AbVariant,
  ANY_HOST,
  type explainLinkRpc,
  getLinksByIdsRpc,
  type MemberCaller,
  type PageBefore,
  type Route,
  type RpcInput,
  type RpcReply,
  type RuleSystem,
} from '@linkway/contracts';
import { AppError, CONFIG, RpcClient } from '@linkway/platform';
import { deviceOf, kindOf, type System, systemOf, type VisitorKind } from '@linkway/platform/visitor';
import { Inject, Injectable } from '@nestjs/common';
import { variantOf, variantOfRule } from '../ab-test/variant.js';
import { UsageRepository } from '../cap/usage.repository.js';
import type { RedirectConfig } from '../config.js';
import { Cities } from '../country/cities.js';
import { Countries } from '../country/countries.js';
import { type Decision, decide, opensLater } from '../decision/decision.js';
import { HostBook, normalizeHost } from '../host/host-book.js';
import { addressFor } from '../host/own-address.js';
import { STATUS } from '../page/send-page.js';
import { withQuery } from '../passage/query-passing.js';
import { type Found, isRefused, RouteDirectory, RoutesUnavailable } from '../route/route-directory.js';
import { Facts } from '../rule/facts.js';
import { countsVisits, nameOfRule, rulesOf } from '../rule/rules.js';
import { appOf, isPreviewed, type Leading, pageFor } from '../visit/page-before.js';
import { plainIp } from '../visit/visitor.js';
import { WorkspaceBook } from '../workspace/workspace-book.js';

type Asked = Omit<RpcInput<typeof explainLinkRpc>, 'id'>;
type Explanation = RpcReply<typeof explainLinkRpc>;

/** Of whoever is looked up for here: no network of a visitor pays. */
const NOBODY = '::';

/** Says what a visit would come to, by the same routes and the same decision, without a click and without using one up. */
@Injectable()
export class ExplainService {
  constructor(
    private readonly rpc: RpcClient,
    private readonly directory: RouteDirectory,
    private readonly hosts: HostBook,
    private readonly workspaces: WorkspaceBook,
    private readonly usage: UsageRepository,
    private readonly countries: Countries,
    private readonly cities: Cities,
    @Inject(CONFIG) private readonly config: RedirectConfig,
  ) {}

  /** Throws `links.not_found`, and what links cannot be asked with. */
  async explain(id: string, asked: Asked, caller: MemberCaller): Promise<Explanation> {
    const route = await this.routeOf(id, caller);
    const isCounted = route.max_clicks !== null || countsVisits(route);
    const clicks = isCounted ? ((await this.usage.usedOf([route.link_id])).get(route.link_id) ?? 0) : 0;
    const used = route.max_clicks === null ? null : clicks;
    const host = this.hostOf(asked.host, route);
    const now = asked.at === undefined ? Date.now() : Date.parse(asked.at);
    const system = () => (asked.user_agent === undefined ? storeSystem(asked.system) : systemOf(asked.user_agent));
    const country = asked.country ?? (await this.countries.find(asked.ip ?? ''));
    const facts = route.rules
      ? await this.factsOf(asked, { now, country, clicks, needsCity: rulesOf(route.rules).needs.city })
      : null;
    const { user_agent: userAgent } = asked;
    const kind = (): VisitorKind =>
      userAgent === undefined ? 'human' : kindOf({ userAgent, purpose: '', method: 'GET' }).kind;
    const variant = variantAsked(route, asked);
    const decision = decide({
      // A host that is switched off knows no link, as its visitors are told.
      route: this.hosts.find(host).active ? route : null,
      host,
      now,
      device: () => (asked.user_agent === undefined ? (asked.device ?? 'desktop') : deviceOf(asked.user_agent)),
      system,
      country,
      facts,
      variant: () => (kind() === 'human' ? (variant ?? 'a') : null),
      usedUp: used !== null && used >= (route.max_clicks ?? 0),
      unlocked: asked.password_given === 'true',
      isShut: this.workspaces.isShut(route.workspace_id),
    });
    const answer = answerOf(decision, asked.query ?? '');
    const secure = this.config.PUBLIC_SCHEME === 'https';
    const page = pageOf(decision, kind(), {
      destination: answer.destination ?? '',
      secure,
      host,
      system,
      refusesTracking: () => false,
      now,
    });
    const { active, addresses } = this.hosts.find(host);
    const onward =
      active && decision.outcome !== 'redirect' && decision.outcome !== 'password'
        ? addressFor(decision.outcome, addresses, host)
        : null;
    const name = nameOfRule(answer.rule ?? '', route.rules);
    const variants = variantsOf(decision, asked.query ?? '');
    return {
      ...answer,
      ...(onward !== null && { status: 302, destination: onward }),
      ...(variants !== null && { variants, ...(variant === null && { rule: 'ab' }) }),
      ...(name !== undefined && { rule_name: name }),
      ...(page && { status: 200 }),
      page,
      ...(page === 'app' && { app_url: appOf(route, system) ?? undefined }),
      host: host || ANY_HOST,
      clicks_used: used,
    };
  }

  /** What rules are told of the visit that is asked about. */
  private async factsOf(
    asked: Asked,
    { now, country, clicks, needsCity }: { now: number; country: string; clicks: number; needsCity: boolean },
  ): Promise<Facts> {
    const { user_agent, device = 'desktop', browser = 'other', ip = '' } = asked;
    const system: RuleSystem | '' = asked.system ?? '';
    const given = {
      now,
      country,
      city: asked.city ?? (needsCity ? await this.cities.find(ip) : ''),
      userAgent: user_agent ?? '',
      ...(user_agent === undefined && { said: { device, system, browser } }),
      acceptLanguage: asked.language ?? '',
      referer: asked.referrer ?? '',
      query: asked.query ?? '',
      ip,
    };
    return new Facts(given, asked.visit_number ?? clicks + 1);
  }

  /** As links has it, whom the caller must be able to see it at; a route that was not told of yet is asked for as by a visit. */
  private async routeOf(id: string, caller: MemberCaller): Promise<Route> {
    const { data } = await this.rpc.call(getLinksByIdsRpc, { ids: [id] }, { caller });
    const [link] = data;
    if (!link) throw new AppError('links.not_found');
    const host = link.domain === null ? ANY_HOST : normalizeHost(link.domain.domain_name);
    const found = await this.find(link.short_code, host);
    if (isRefused(found)) throw new AppError('service.busy');
    if (found === null || found.link_id !== link.id) throw new AppError('links.not_found');
    return found;
  }

  private async find(code: string, host: string): Promise<Found> {
    try {
      return await this.directory.find(code, host, Math.floor(performance.now()), NOBODY);
    } catch (error) {
      if (error instanceof RoutesUnavailable) throw new AppError('service.unavailable');
      throw error;
    }
  }

  private hostOf(asked: string | undefined, route: Route): string {
    if (asked !== undefined) return this.hosts.find(asked).host;
    return route.host === ANY_HOST ? '' : route.host;
  }
}

/** The variant of who is asked about; null: not enough is told of them. */
function variantAsked(
  { ab_test: test, link_id }: Route,
  { variant, ip, user_agent: userAgent }: Asked,
): AbVariant | null {
  if (!test || variant !== undefined) return variant ?? null;
  if (test.percent_b === 0 || test.percent_b === 100) return test.percent_b === 0 ? 'a' : 'b';
  return ip === undefined || userAgent === undefined
    ? null
    : variantOf(link_id, test.percent_b, { ip: asSeen(ip), userAgent });
}

/** An address as sockets tell it, however it was written. */
function asSeen(ip: string): string {
  const plain = plainIp(ip);
  return plain.includes(':') ? new URL(`http://[${plain}]/`).hostname.slice(1, -1) : plain;
}

/** Both of the test that decided; null: none did. */
function variantsOf(decision: Decision, query: string): Explanation['variants'] | null {
  const { ab_test: test } = decision.route ?? {};
  if (!test || decision.outcome !== 'redirect' || variantOfRule(decision.rule) === null) return null;
  const { route } = decision;
  const led = (destination: string) => answerOf({ ...decision, destination }, query).destination ?? '';
  return [
    { variant: 'a', percent: 100 - test.percent_b, destination: led(route.original_url) },
    { variant: 'b', percent: test.percent_b, destination: led(test.url_b) },
  ];
}

/** One of those that links have destinations for by themselves. */
const storeSystem = (system: Asked['system']): System | null =>
  system === 'ios' || system === 'android' ? system : null;

function pageOf(decision: Decision, kind: VisitorKind, leading: Leading & { now: number }): PageBefore | null {
  if (decision.outcome === 'redirect') return decision.isOver ? null : pageFor(kind, decision.route, leading);
  if (decision.outcome !== 'password' || opensLater(decision.route, leading.now)) return null;
  return isPreviewed(kind, decision.route) ? 'preview' : null;
}

function answerOf(decision: Decision, query: string): Pick<Explanation, 'outcome' | 'status' | 'destination' | 'rule'> {
  const { outcome } = decision;
  if (decision.outcome === 'redirect') {
    const { route, destination, rule, isOver } = decision;
    return {
      outcome,
      status: 302,
      destination: withQuery(destination, query, route.query_passing ?? 'off', route.password_hash !== null && !isOver),
      rule,
    };
  }
  return {
    outcome,
    status: decision.outcome === 'password' ? 200 : STATUS[decision.outcome],
    destination: null,
    rule: null,
  };
}
