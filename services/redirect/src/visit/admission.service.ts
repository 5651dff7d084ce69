import { Injectable } from '@nestjs/common';
import { LimitTeller } from '../cap/limit-teller.js';
import { UsageRepository } from '../cap/usage.repository.js';
import type { Decision } from '../decision/decision.js';
import type { FormError } from '../page/page.js';
import { PasswordService } from '../password/password.service.js';

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
export type Decide = (usedUp: boolean, unlocked: boolean) => Decision;

/** Lets visits in to links with a click cap or a password, which need the database or a costly check. */
@Injectable()
export class AdmissionService {
  constructor(
    private readonly usage: UsageRepository,
    private readonly limits: LimitTeller,
    private readonly passwords: PasswordService,
  ) {}

  /** What a visit without a password comes to, without using up a click. */
  async look(decide: Decide): Promise<Decision> {
    const decision = decide(false, false);
    const cap = decision.route?.max_clicks ?? null;
    if (decision.route === null || cap === null || isSettled(decision)) return decision;
    const usedUp = await this.usage.usedUp(decision.route, cap);
    if (usedUp?.is_told === false) this.limits.tell(decision.route, cap);
    return decide(usedUp !== null, false);
  }

  /** Throws `VisitorLeft` where a redirect would be answered to nobody. */
  async admit(
    decide: Decide,
    { password, ip, counts, hasLeft }: Credentials,
  ): Promise<{ decision: Decision; error: FormError | null }> {
    let decision = await this.look(decide);
    const cap = decision.route?.max_clicks ?? null;
    if (decision.outcome === 'password' && password !== null) {
      const { link_id, password_hash } = decision.route;
      const verdict = await this.passwords.check(link_id, password_hash ?? '', password, ip);
      if (verdict.kind !== 'right') return { decision, error: verdict };
      decision = decide(false, true);
    }
    if (decision.outcome !== 'redirect') return { decision, error: null };
    if (hasLeft()) throw new VisitorLeft();
    if (cap !== null && counts && !decision.isOver) {
      const used = await this.usage.use(decision.route, cap);
      if (!used) decision = decide(true, true);
    }
    return { decision, error: null };
  }
}

/** Whatever is left of the link's clicks. */
const isSettled = (decision: Decision): boolean =>
  decision.outcome === 'paused' ||
  decision.outcome === 'expired' ||
  (decision.outcome === 'redirect' && decision.isOver);
