import type { Route } from '@linkway/contracts';
import { AppLogger, rarely } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { LimitTeller } from '../cap/limit-teller.js';
import { UsageRepository } from '../cap/usage.repository.js';
import type { Decision } from '../decision/decision.js';
import type { FormError } from '../page/page.js';
import { PasswordService } from '../password/password.service.js';
import { countsVisits } from '../rule/rules.js';

/** During an outage each visit would be a line. */
const TELL_EVERY_MS = 1_000;

/** What a visit is let in with. */
export interface Credentials {
  password: string | null;
  ip: string;
  /** A person's visit uses up a click; a machine's does not. */
  counts: boolean;
  /** Whether the visitor ended the connection meanwhile. */
  hasLeft: () => boolean;
}

/** Nobody is there any more who could be answered: such a visit is no click. */
export class VisitorLeft extends Error {
  override readonly name = 'VisitorLeft';
}

/** The same decision, with what was learnt since. */
export type Decide = (usedUp: boolean, unlocked: boolean, visitNumber: number | null) => Decision;

/** Lets visits in to links with a click cap, a password or rules about the number of a visit, which need the database or a costly check. */
@Injectable()
export class AdmissionService {
  private readonly seldom = rarely(TELL_EVERY_MS);

  constructor(
    private readonly usage: UsageRepository,
    private readonly limits: LimitTeller,
    private readonly passwords: PasswordService,
    private readonly logger: AppLogger,
  ) {}

  /** What a visit without a password comes to, without using up a click. */
  async look(decide: Decide): Promise<Decision> {
    const decision = await this.standing(decide);
    if (decision.outcome !== 'redirect' || decision.isOver || !countsVisits(decision.route)) return decision;
    return decide(false, false, await this.numberOf(decision.route, false));
  }

  /** Throws `VisitorLeft` where a redirect would be answered to nobody. */
  async admit(
    decide: Decide,
    { password, ip, counts, hasLeft }: Credentials,
  ): Promise<{ decision: Decision; error: FormError | null }> {
    let decision = await this.standing(decide);
    const cap = decision.route?.max_clicks ?? null;
    if (decision.outcome === 'password' && password !== null) {
      const { link_id, password_hash } = decision.route;
      const verdict = await this.passwords.check(link_id, password_hash ?? '', password, ip);
      if (verdict.kind !== 'right') return { decision, error: verdict };
      decision = decide(false, true, null);
    }
    if (decision.outcome !== 'redirect') return { decision, error: null };
    if (hasLeft()) throw new VisitorLeft();
    if (decision.isOver) return { decision, error: null };
    const { route } = decision;
    if (cap !== null && counts) {
      const used = await this.usage.use(route, cap);
      if (used === null) decision = decide(true, true, null);
      else if (countsVisits(route)) decision = decide(false, true, used);
    } else if (countsVisits(route)) {
      decision = decide(false, true, await this.numberOf(route, counts));
    }
    return { decision, error: null };
  }

  /** As far as it is without a password, and by no rule about the number of a visit. */
  private async standing(decide: Decide): Promise<Decision> {
    const decision = decide(false, false, null);
    const cap = decision.route?.max_clicks ?? null;
    if (decision.route === null || cap === null || isSettled(decision)) return decision;
    const usedUp = await this.usage.usedUp(decision.route, cap);
    if (usedUp?.is_told === false) this.limits.tell(decision.route, cap);
    return decide(usedUp !== null, false, null);
  }

  /** The how-manieth visit it is; of a machine, that of the next person, and it counts for nothing. null: the database cannot be asked, and no visit fails with that. */
  private async numberOf(route: Route, counts: boolean): Promise<number | null> {
    try {
      if (counts) return await this.usage.count(route.link_id);
      return ((await this.usage.usedOf([route.link_id])).get(route.link_id) ?? 0) + 1;
    } catch (error) {
      this.seldom((more) => this.logger.warn('a visit could not be numbered: no rule about it holds', { error, more }));
      return null;
    }
  }
}

/** Whatever is left of the link's clicks. */
const isSettled = (decision: Decision): boolean =>
  decision.outcome === 'quarantined' ||
  decision.outcome === 'paused' ||
  decision.outcome === 'expired' ||
  (decision.outcome === 'redirect' && decision.isOver);
