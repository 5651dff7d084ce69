import type { LinkRule, Route } from '@linkway/contracts';
import { type Holds, holdsOf } from './conditions.js';
import type { Facts } from './facts.js';

/** What the rules of a link have to be told of a visit beyond what it brings. */
export interface Needs {
  country: boolean;
  city: boolean;
  /** The how-manieth visit it is, for which visits have to be counted. */
  visits: boolean;
}

export interface RuleTarget {
  destination: string;
  /** `rule:` and its position, from 1. */
  rule: string;
}

interface Compiled {
  readonly target: RuleTarget;
  /** Of groups, of which one has to hold as a whole. */
  readonly groups: readonly (readonly Holds[])[];
}

/** The rules of one link, worked out once. */
export class Rules {
  readonly needs: Needs;
  private readonly compiled: readonly Compiled[];

  constructor(rules: readonly LinkRule[]) {
    const kinds = new Set(
      rules.flatMap(({ any_of }) => any_of.flatMap(({ all_of }) => all_of.map(({ kind }) => kind))),
    );
    this.needs = { country: kinds.has('country'), city: kinds.has('city'), visits: kinds.has('visit_number') };
    this.compiled = rules.map(({ url, any_of }, at) => ({
      target: { destination: url, rule: `${RULE}${at + 1}` },
      groups: any_of.map(({ all_of }) => all_of.map(holdsOf)),
    }));
  }

  /** The first that holds. */
  find(facts: Facts): RuleTarget | null {
    for (const { target, groups } of this.compiled) {
      for (const group of groups) {
        if (group.length > 0 && group.every((holds) => holds(facts) === true)) return target;
      }
    }
    return null;
  }
}

const RULE = 'rule:';

/** Whether rules of the link ask for the how-manieth visit it is. */
export const countsVisits = ({ rules }: Pick<Route, 'rules'>): boolean =>
  rules !== undefined && rulesOf(rules).needs.visits;

/** The name of the rule that decided, where it is one of the link's and has one. */
export const nameOfRule = (rule: string, rules: readonly LinkRule[] = []): string | undefined =>
  rule.startsWith(RULE) ? rules[Number(rule.slice(RULE.length)) - 1]?.name || undefined : undefined;

const known = new WeakMap<readonly LinkRule[], Rules>();

/** The same for the same list, which a route keeps as long as it is in memory. */
export function rulesOf(rules: readonly LinkRule[]): Rules {
  const made = known.get(rules) ?? new Rules(rules);
  known.set(rules, made);
  return made;
}
