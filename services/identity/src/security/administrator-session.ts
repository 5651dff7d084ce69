import type { Caller } from '@linkway/contracts';
import { AppError } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { SessionService } from '../session/session.service.js';

@Injectable()
export class AdministratorSession {
  constructor(private readonly sessions: SessionService) {}

  /** The administrator who calls, by what they are in this moment: a gateway may have it from a moment ago. Throws for anybody else. */
  async require(caller: Caller): Promise<string> {
    if (caller.kind === 'service') throw new AppError('auth.forbidden');
    const { user, user_id } = await this.sessions.ofCaller(caller);
    if (user.role !== 'admin') throw new AppError('auth.forbidden');
    return user_id;
  }
}
