import { hash } from 'node:crypto';
import type { AbVariant, Route } from '@linkway/contracts';

export type AbTest = NonNullable<Route['ab_test']>;

const COOKIE = 'linkway_ab';
/** Longer than results look back; seconds. */
const KEPT_SECONDS = 90 * 24 * 60 * 60;
const CHANCES = 2 ** 32;

/** The rule that a click says. */
export const ruleOf = (variant: AbVariant): string => `ab:${variant}`;
/** null: no test decided. */
export const variantOfRule = (rule: string): AbVariant | null => (rule === 'ab:a' ? 'a' : rule === 'ab:b' ? 'b' : null);

/** Whether a test leads some here and some there, so that nobody can be told one address. */
export const isOpen = ({ percent_b }: AbTest): boolean => percent_b > 0 && percent_b < 100;

/**
 * By the link, the address and the browser alone, which is what statistics take for one person: all processes decide alike and nothing is
 * kept. Whoever is with B stays there when B is given more.
 */
export function variantOf(linkId: string, percentB: number, visitor: { ip: string; userAgent: string }): AbVariant {
  const drawn = hash('sha256', `${linkId}\n${visitor.ip}\n${visitor.userAgent}`, 'buffer').readUInt32BE(0);
  return drawn * 100 < percentB * CHANCES ? 'b' : 'a';
}

/** What a browser was given by this very test; null: nothing, or by one that the link had before. */
export function variantIn(cookie: string, test: AbTest): AbVariant | null {
  if (!cookie.includes(COOKIE)) return null;
  const given = cookie.split(';').map((part) => part.trim());
  if (given.includes(`${COOKIE}=${valueOf('a', test)}`)) return 'a';
  return given.includes(`${COOKIE}=${valueOf('b', test)}`) ? 'b' : null;
}

/** The header by which a browser keeps its variant: for this link alone, and the same for everybody with it, so that nobody is told apart by it. */
export const variantCookie = (
  variant: AbVariant,
  { code, test }: { code: string; test: AbTest },
  secure: boolean,
): string =>
  `${COOKIE}=${valueOf(variant, test)}; Path=/${code}; Max-Age=${KEPT_SECONDS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

const valueOf = (variant: AbVariant, { since }: AbTest): string => `${variant}.${Date.parse(since).toString(36)}`;
