import { type AbVariant, ANY_HOST, OTHER_COUNTRIES, type Route } from '@linkway/contracts';
import type { Device, System } from '@linkway/platform/visitor';
import { ruleOf } from '../ab-test/variant.js';
import type { Facts } from '../rule/facts.js';
import { type RuleTarget, rulesOf } from '../rule/rules.js';

export interface Question {
  /** The route of the host that was asked, else the one for any host, else one of another host. */
  route: Route | null;
  /** The host that was asked, in its canonical form. */
  host: string;
  /** Milliseconds. */
  now: number;
  /** ISO 3166-1 alpha-2; empty where it is not known, or the link does not target by it. */
  country: string;
  /** null where the link has no rules. */
  facts: Facts | null;
  /** Only called when the link targets by device. */
  device: () => Device;
  /** Only called when the link targets by system. null: neither of the systems that links target by. */
  system: () => System | null;
  /** Only called when the link has an A/B test and nothing else leads the visit. null: it takes no part, as those of programs. */
  variant: (test: NonNullable<Route['ab_test']>) => AbVariant | null;
  /** Of a link with a click cap: whether it is used up. */
  usedUp: boolean;
  /** Whether the visitor gave the link's password. */
  unlocked: boolean;
  /** All links of its workspace are paused. */
  isShut: boolean;
}

export type Decision =
  | { outcome: 'unknown'; route: null }
  | { outcome: 'quarantined' | 'paused' | 'expired' | 'used_up' | 'wrong_domain' | 'scheduled'; route: Route }
  | { outcome: 'password'; route: Route }
  /** `isOver`: the link is, and this is where it leads now; such a visit uses up nothing. */
  | { outcome: 'redirect'; route: Route; destination: string; rule: string; isOver: boolean };

/** What a visit leads to. Pure; the order is the product's. */
export function decide(question: Question): Decision {
  const { route, host, now, usedUp, unlocked, isShut } = question;
  if (route === null) return { outcome: 'unknown', route };
  if (route.is_quarantined) return { outcome: 'quarantined', route };
  if (!route.is_active || isShut) return { outcome: 'paused', route };
  if (route.expires_at !== null && Date.parse(route.expires_at) <= now) return over('expired', route, host);
  if (route.max_clicks !== null && usedUp) return over('used_up', route, host);
  if (!opensOn(route, host)) return { outcome: 'wrong_domain', route };
  if (route.password_hash !== null && !unlocked) return { outcome: 'password', route };
  if (opensLater(route, now)) return { outcome: 'scheduled', route };
  const target =
    byRule(route, question) ??
    byCountry(route, question) ??
    bySystem(route, question) ??
    byDevice(route, question) ??
    byTest(route, question);
  const { destination, rule } = target ?? { destination: route.original_url, rule: 'default' };
  return { outcome: 'redirect', route, destination, rule, isOver: false };
}

type Target = RuleTarget;

function byRule({ rules }: Route, { facts }: Question): Target | null {
  return rules && facts !== null ? rulesOf(rules).find(facts) : null;
}

function byCountry({ location_targeting: targets }: Route, { country }: Question): Target | null {
  if (!targets || country === '') return null;
  const wanted = targets[country] ? country : OTHER_COUNTRIES;
  const destination = targets[wanted];
  return destination ? { destination, rule: `country:${wanted}` } : null;
}

function bySystem({ system_targeting: targets }: Route, { system }: Question): Target | null {
  const wanted = targets ? system() : null;
  const destination = wanted && targets?.[wanted];
  return destination ? { destination, rule: `device:${wanted}` } : null;
}

function byDevice({ device_targeting: targets }: Route, { device }: Question): Target | null {
  if (targets === null) return null;
  const wanted = device();
  const destination = targets[wanted];
  return destination ? { destination, rule: `device:${wanted}` } : null;
}

function byTest({ ab_test: test, original_url }: Route, { variant }: Question): Target | null {
  const drawn = test ? variant(test) : null;
  if (!test || drawn === null) return null;
  return { destination: drawn === 'b' ? test.url_b : original_url, rule: ruleOf(drawn) };
}

/** Another host is told no more than that it is over. */
function over(outcome: 'expired' | 'used_up', route: Route, host: string): Decision {
  if (!route.fallback_url || !opensOn(route, host)) return { outcome, route };
  return { outcome: 'redirect', route, destination: route.fallback_url, rule: 'fallback', isOver: true };
}

const opensOn = (route: Route, host: string): boolean => route.host === ANY_HOST || route.host === host;

/** Milliseconds. */
export const opensLater = ({ starts_at }: Pick<Route, 'starts_at'>, now: number): boolean =>
  Boolean(starts_at) && Date.parse(starts_at as string) > now;
