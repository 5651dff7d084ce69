import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AbVariant, PageBefore, Route } from '@linkway/contracts';
import { AppLogger, CONFIG, FloodReporter, rarely } from '@linkway/platform';
import { deviceOf, kindOf, systemOf } from '@linkway/platform/visitor';
import { Inject, Injectable } from '@nestjs/common';
import { type AbTest, variantCookie, variantIn, variantOf, variantOfRule } from '../ab-test/variant.js';
import { BlockedBook } from '../blocked/blocked-book.js';
import { ClickLog } from '../click/click-log.js';
import { clickJson } from '../click/click-record.js';
import type { RedirectConfig } from '../config.js';
import { Cities } from '../country/cities.js';
import { Countries } from '../country/countries.js';
import { type Decision, decide, opensLater } from '../decision/decision.js';
import { HostBook } from '../host/host-book.js';
import { addressFor, rootAddress } from '../host/own-address.js';
import { OrphanVisits } from '../orphan/orphan-visits.js';
import { digestOf, digestsIn } from '../own-visits/own-visits.js';
import type { FormError } from '../page/page.js';
import { Pages } from '../page/send-page.js';
import type { PageKind } from '../page/texts.js';
import { NO_TRACKING, refusesTracking, trackingOf } from '../page/tracker-frame.js';
import { aheadOf } from '../passage/ahead.js';
import { referrerPolicyOf } from '../passage/referrer-policy.js';
import { type Found, isRefused, RouteDirectory, RoutesUnavailable } from '../route/route-directory.js';
import { Facts } from '../rule/facts.js';
import { countsVisits, rulesOf } from '../rule/rules.js';
import { WorkspaceBook } from '../workspace/workspace-book.js';
import { AdmissionService, VisitorLeft } from './admission.service.js';
import { Outcomes } from './outcomes.js';
import { appOf, isPreviewed, pageFor } from './page-before.js';
import { prepare, sendOnward, sendRedirect, type Target } from './redirect-answer.js';
import { type TransportHeaders, transportHeaders } from './transport.js';
import { TrustedProxies } from './trusted-proxies.js';
import { TurnedAway, type TurnedAwayVisit } from './turned-away.js';
import { type Edge, readVisit, type Visit } from './visit.js';

/** During an outage each visit would be a line. */
const TELL_EVERY_MS = 1_000;

type Redirected = Extract<Decision, { outcome: 'redirect' }>;
type Unopened = Exclude<Decision, { outcome: 'redirect' | 'password' }>;

/** For so long people see the page of a link that has trackers and no wait of its own. */
const TRACKING_SECONDS = 1;

/** Of links of who has privacy mode. */
const NOT_INDEXED: readonly string[] = ['X-Robots-Tag', 'noindex'];
const NOTHING: readonly string[] = [];
/** What a visit led nowhere for that brought a password. */
const ORPHANED_BY = { wrong: 'password_wrong', wait: 'password_wait', busy: 'busy' } as const;

/** By its connection: an answer that waits for those before it on the same connection is not told of its end. */
const hasLeft = ({ req }: ServerResponse): boolean => req.socket.destroyed;

/** Answers visits. What is in memory is answered without leaving the current turn of the event loop. */
@Injectable()
export class VisitService {
  private readonly pages: Pages;
  private readonly transport: TransportHeaders;
  private readonly edge: Edge;
  private readonly seldom = rarely(TELL_EVERY_MS);
  private readonly turnedAway = new TurnedAway(
    (one) => this.answerLate(one),
    ({ visit }) => this.outcomes.count('cut_off', visit.startedAt),
  );

  constructor(
    private readonly directory: RouteDirectory,
    private readonly hosts: HostBook,
    private readonly workspaces: WorkspaceBook,
    private readonly blocked: BlockedBook,
    private readonly countries: Countries,
    private readonly cities: Cities,
    private readonly clicks: ClickLog,
    private readonly admission: AdmissionService,
    private readonly outcomes: Outcomes,
    private readonly floods: FloodReporter,
    private readonly orphans: OrphanVisits,
    @Inject(CONFIG) config: RedirectConfig,
    private readonly logger: AppLogger,
  ) {
    this.transport = transportHeaders(config);
    this.pages = new Pages(config.WEB_URL, this.transport);
    this.edge = {
      proxies: new TrustedProxies(config.TRUSTED_PROXIES, config.PROXY_SECRET),
      sessionCookie: config.SESSION_COOKIE,
      alwaysSecure: config.PUBLIC_SCHEME === 'https',
    };
  }

  /** Answers a plain visit; false when the address cannot be a short link's. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const visit = this.read(request);
    if (visit.code === null) return false;
    this.tryEnter(response, visit, null);
    return true;
  }

  /** Answers a visit that brings the link's password. */
  unlock(request: IncomingMessage, response: ServerResponse, password: string): void {
    this.tryEnter(response, this.read(request), password);
  }

  /** A visit that cannot be one: another method, a broken address, a body that no form sent. */
  refuseRequest(
    request: IncomingMessage,
    response: ServerResponse,
    kind: 'not_allowed' | 'bad_request' | 'unknown',
  ): void {
    this.refuse(response, this.read(request), kind);
  }

  /** An owner in privacy mode wants this browser to be known on this host, by what the web app gave along. */
  know(request: IncomingMessage, response: ServerResponse, token: string): void {
    const visit = this.read(request);
    const digest = digestOf(token);
    if (this.blocked.has(visit.ip)) return this.refuse(response, visit, 'blocked');
    if (digest === null || !this.workspaces.isAnybodys(digest)) return this.refuse(response, visit, 'unknown');
    this.pages.ownVisits(response, visit, token);
    this.outcomes.count('own_visits', visit.startedAt);
  }

  /** Where the domain itself leads; null: it has no address of its own. */
  rootOf(request: IncomingMessage): string | null {
    const { active, addresses } = this.hosts.find(this.read(request).host);
    return active && addresses !== null ? rootAddress(addresses, request.headers.host ?? '') : null;
  }

  /** The headers that every answer to a request carries. */
  headersFor(request: IncomingMessage): readonly string[] {
    return this.read(request).secure ? this.transport.https : this.transport.http;
  }

  private read(request: IncomingMessage): Visit {
    return readVisit(request, this.edge);
  }

  private tryEnter(response: ServerResponse, visit: Visit, password: string | null): void {
    try {
      this.enter(response, visit, password);
    } catch (error) {
      this.fail(response, visit, error);
    }
  }

  private enter(response: ServerResponse, visit: Visit, password: string | null): void {
    if (this.blocked.has(visit.ip)) return this.refuse(response, visit, 'blocked');
    if (visit.code === null) return this.refuse(response, visit, 'unknown');
    if (visit.ambiguous) return this.refuse(response, visit, 'bad_request');
    const host = this.hosts.find(visit.host);
    if (!host.active) return this.refuse(response, visit, 'unknown');
    visit.host = host.host;
    const route = this.directory.find(visit.code, visit.host, visit.elapsed, visit.ip, host.isListed);
    if (route instanceof Promise) {
      route
        .then((found) => {
          if (hasLeft(response)) throw new VisitorLeft();
          this.open(response, visit, found, password);
        })
        .catch((error: unknown) => this.fail(response, visit, error));
    } else this.open(response, visit, route, password);
  }

  private open(response: ServerResponse, visit: Visit, route: Found, password: string | null): void {
    if (isRefused(route)) {
      if (route.refused === 'flooding') this.floods.count(visit.ip);
      return this.turnedAway.add({ response, visit, why: route, password });
    }
    const located = route?.location_targeting || route?.rules ? this.locate(visit, route) : null;
    if (located === null) return this.openFrom(response, visit, route, password);
    located
      .then(() => {
        if (hasLeft(response)) throw new VisitorLeft();
        this.openFrom(response, visit, route, password);
      })
      .catch((error: unknown) => this.fail(response, visit, error));
  }

  /** Where the visitor is, as far as the link asks for it; null: it is known already. */
  private locate(visit: Visit, { location_targeting, rules }: Route): Promise<unknown> | null {
    const needs = rules ? rulesOf(rules).needs : null;
    const country = location_targeting || needs?.country ? this.countries.find(visit.ip) : '';
    const city = needs?.city ? this.cities.find(visit.ip) : '';
    if (typeof country === 'string' && typeof city === 'string') {
      visit.country = country;
      if (city !== '') visit.city = city;
      return null;
    }
    return Promise.all([country, city]).then(([inCountry, inCity]) => {
      visit.country = inCountry;
      visit.city = inCity;
    });
  }

  private openFrom(response: ServerResponse, visit: Visit, route: Route | null, password: string | null): void {
    if (visit.looksAhead) {
      this.lookAhead(response, visit, route).catch((error: unknown) => this.fail(response, visit, error));
    } else if (route?.max_clicks != null || password !== null || (route?.rules && countsVisits(route))) {
      this.openSlowly(response, visit, route, password).catch((error: unknown) => this.fail(response, visit, error));
    } else this.settle(response, visit, this.decide(visit, route, false, false, null), this.isOwn(visit, route));
  }

  /** Says where the link leads this visitor, which is no click and uses up none. */
  private async lookAhead(response: ServerResponse, visit: Visit, route: Route | null): Promise<void> {
    const decision = await this.admission.look((usedUp, unlocked, visitNumber) =>
      this.decide(visit, route, usedUp, unlocked, visitNumber),
    );
    if (decision.outcome !== 'redirect' && decision.outcome !== 'password') {
      return this.turnAway(response, visit, decision, false);
    }
    this.pages.ahead(
      response,
      visit,
      aheadOf(decision, visit.query, () => systemOf(visit.userAgent)),
    );
    this.outcomes.count('looked_ahead', visit.startedAt);
  }

  private async openSlowly(
    response: ServerResponse,
    visit: Visit,
    route: Route | null,
    password: string | null,
  ): Promise<void> {
    // Once, so that what uses up a click and what is one are the same, whatever is told meanwhile.
    const own = this.isOwn(visit, route);
    const { decision, error } = await this.admission.admit(
      (usedUp, unlocked, visitNumber) => this.decide(visit, route, usedUp, unlocked, visitNumber),
      {
        password,
        ip: visit.ip,
        counts: kindOf(visit).kind === 'human' && !own,
        hasLeft: () => hasLeft(response),
      },
    );
    this.settle(response, visit, decision, own, error);
  }

  private decide(
    visit: Visit,
    route: Route | null,
    usedUp: boolean,
    unlocked: boolean,
    visitNumber: number | null,
  ): Decision {
    return decide({
      route,
      host: visit.host,
      now: visit.now,
      country: visit.country,
      facts: route?.rules ? new Facts(visit, visitNumber) : null,
      device: () => deviceOf(visit.userAgent),
      system: () => systemOf(visit.userAgent),
      variant: (test) => (route === null ? null : variantFor(visit, route.link_id, test)),
      usedUp,
      unlocked,
      isShut: route !== null && this.workspaces.isShut(route.workspace_id),
    });
  }

  /** Of the owner of the link, in privacy mode: it is no click. */
  private isOwn({ cookie }: Visit, route: Route | null): boolean {
    if (route === null || !this.workspaces.isPrivate(route.workspace_id)) return false;
    const { workspace_id } = route;
    return digestsIn(cookie).some((digest) => this.workspaces.isOwn(workspace_id, digest));
  }

  private settle(
    response: ServerResponse,
    visit: Visit,
    decision: Decision,
    own: boolean,
    error: FormError | null = null,
  ): void {
    if (decision.outcome === 'redirect') {
      const route = prepare(decision.route);
      const target = route.target(decision.destination, decision.rule, visit, this.transport);
      const page = route.hasPages && !decision.isOver ? this.pageBefore(response, visit, decision.route, target) : null;
      const kept = keptBy(response, visit, decision);
      if (page !== null) return this.answerBefore(response, visit, decision.route, { page, target, own, kept });
      if (own) {
        sendRedirect(response, target, visit.secure, [...NOT_INDEXED, ...kept]);
        return this.outcomes.count('own', visit.startedAt);
      }
      const more = this.workspaces.isPrivate(decision.route.workspace_id) ? [...NOT_INDEXED, ...kept] : kept;
      this.clicks.append(clickJson(visit.now, visit, route.json, target.json), route.hash, () => {
        sendRedirect(response, target, visit.secure, more);
        this.outcomes.redirected(visit.startedAt);
      });
      return;
    }
    if (decision.outcome === 'password') {
      if (!opensLater(decision.route, visit.now) && isPreviewed(kindOf(visit).kind, decision.route)) {
        this.sendBefore(response, visit, decision.route, { page: 'preview', destination: '', kept: NOTHING });
        return this.outcomes.count('preview', visit.startedAt);
      }
      this.pages.password(response, visit, error);
      if (error && !own) this.orphans.count(visit, ORPHANED_BY[error.kind], decision.route);
      return this.outcomes.count(error ? `password_${error.kind}` : 'password', visit.startedAt);
    }
    this.turnAway(response, visit, decision, !own);
  }

  /** `counts`: not where somebody only looks ahead, and not of the owner in privacy mode. */
  private turnAway(response: ServerResponse, visit: Visit, decision: Unopened, counts: boolean): void {
    // What is in memory of another host may be older than what is known of that host.
    const isOff = decision.outcome === 'wrong_domain' && !this.hosts.find(decision.route.host).active;
    if (isOff) return this.refuse(response, visit, 'unknown');
    const { route } = decision;
    if (counts) this.refuse(response, visit, decision.outcome, route);
    else this.refuseUncounted(response, visit, decision.outcome, route);
  }

  private pageBefore(response: ServerResponse, visit: Visit, route: Route, { location }: Target): PageBefore | null {
    return pageFor(kindOf(visit).kind, route, {
      destination: location,
      secure: visit.secure,
      host: visit.host,
      system: () => systemOf(visit.userAgent),
      refusesTracking: () => refusesTracking(response.req),
    });
  }

  /** A visit that is answered with a page that leads on is a click as one that is redirected. */
  private answerBefore(
    response: ServerResponse,
    visit: Visit,
    route: Route,
    { page, target, own, kept }: { page: PageBefore; target: Target; own: boolean; kept: readonly string[] },
  ): void {
    const answer = (): void => {
      this.sendBefore(response, visit, route, { page, destination: target.location, kept });
      this.outcomes.count(own ? 'own' : page, visit.startedAt);
    };
    if (own) return answer();
    const { json, hash } = prepare(route);
    this.clicks.append(clickJson(visit.now, visit, json, target.json), hash, answer);
  }

  private sendBefore(
    response: ServerResponse,
    visit: Visit,
    route: Route,
    { page, destination, kept }: { page: PageBefore; destination: string; kept: readonly string[] },
  ): void {
    const { domain_name, code, custom_preview = {} } = route;
    const address = `${domain_name ?? visit.host}/${code}`;
    if (page === 'preview') {
      this.pages.preview(response, visit, custom_preview, `${visit.secure ? 'https' : 'http'}://${address}`);
      return;
    }
    const tracking = refusesTracking(response.req) ? NO_TRACKING : trackingOf(route, `https://${address}`);
    const passing = { referrer: referrerPolicyOf(route), tracking, headers: kept };
    if (page === 'app') {
      const app = appOf(route, () => systemOf(visit.userAgent)) ?? destination;
      this.pages.app(response, visit, { app, destination }, passing);
    } else if (page === 'cloak') {
      this.pages.cloak(response, visit, { title: custom_preview.title || address, destination }, passing);
    } else {
      const seconds = page === 'tracker' ? TRACKING_SECONDS : (route.countdown_seconds ?? 0);
      this.pages.countdown(response, visit, { destination, seconds }, passing);
    }
  }

  /** `route`: of the link that does not open. */
  private refuse(response: ServerResponse, visit: Visit, kind: PageKind, route: Route | null = null): void {
    if (kind !== 'not_allowed' && kind !== 'bad_request') this.orphans.count(visit, kind, route);
    this.refuseUncounted(response, visit, kind, route);
  }

  private ownAddress({ req }: ServerResponse, visit: Visit, kind: PageKind): string | null {
    const { active, addresses } = this.hosts.find(visit.host);
    return active && addresses !== null ? addressFor(kind, addresses, req.headers.host ?? '') : null;
  }

  private refuseUncounted(response: ServerResponse, visit: Visit, kind: PageKind, route: Route | null): void {
    const onward = visit.looksAhead ? null : this.ownAddress(response, visit, kind);
    if (onward === null) this.pages.error(response, kind, visit, route?.domain_name ?? route?.host);
    else sendOnward(response, onward, visit.secure, this.transport);
    this.outcomes.count(kind, visit.startedAt);
  }

  /** Its link may be known by now, as one that was made a moment before its first visit. */
  private answerLate({ response, visit, why, password }: TurnedAwayVisit): void {
    try {
      if (hasLeft(response)) throw new VisitorLeft();
      const { code, host } = visit;
      const payer = why.refused === 'busy' ? visit.ip : null;
      const route = code === null ? null : this.directory.foundMeanwhile({ code, host }, payer);
      if (route !== null) return this.open(response, visit, route, password);
      this.pages.refused(response, why.refused, visit, why.retryAfterSeconds);
      this.orphans.count(visit, why.refused, null);
      this.outcomes.count(why.refused, visit.startedAt);
    } catch (error) {
      this.fail(response, visit, error);
    }
  }

  private fail(response: ServerResponse, visit: Visit, error: unknown): void {
    if (error instanceof VisitorLeft) return this.outcomes.count('left', visit.startedAt);
    if (!(error instanceof RoutesUnavailable)) {
      this.seldom((more) => this.logger.warn('a visit could not be decided', { error, more }));
    }
    if (response.headersSent) response.destroy();
    else this.refuse(response, visit, 'unavailable');
  }
}

/** Programs take no part: they see what the link leads to, and are no people to be counted. */
function variantFor(visit: Visit, linkId: string, test: AbTest): AbVariant | null {
  if (kindOf(visit).kind !== 'human') return null;
  return (test.sticky ? variantIn(visit.cookie, test) : null) ?? variantOf(linkId, test.percent_b, visit);
}

/** What lets the browser keep the variant that it was led to. */
function keptBy(response: ServerResponse, visit: Visit, { route, rule }: Redirected): readonly string[] {
  const { ab_test: test, code } = route;
  if (!test?.sticky) return NOTHING;
  const variant = variantOfRule(rule);
  if (variant === null || variantIn(visit.cookie, test) !== null || refusesTracking(response.req)) return NOTHING;
  return ['Set-Cookie', variantCookie(variant, { code, test }, visit.secure)];
}
