import { type AuditAct, type AuditUser, auditRecord, type Caller, identityAuditRecorded } from '@linkway/contracts';
import { currentCall, type Emit, type Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { User } from '../user/user.entity.js';

type Transaction = Parameters<Parameters<Outbox['transaction']>[0]>;
type Manager = Transaction[0];

/** Without `ip` it is that of the request under way. */
export type Done = Omit<AuditAct, 'id' | 'ip'> & { ip?: string | null };

/** Tells the audit log of what is done here, in the transaction that does it. */
@Injectable()
export class AuditTrail {
  record({ ip = currentCall().ip, ...act }: Done, emit: Emit): void {
    emit(identityAuditRecorded, auditRecord({ id: uuidv7(), ip, ...act }));
  }

  /** Of what a caller does, who is looked up as they are. */
  async recordBy(caller: Caller, act: Omit<Done, 'user'>, ...[manager, emit]: Transaction): Promise<void> {
    if (caller.kind === 'service') {
      return this.record({ ...act, user: null, details: { ...act.details, service: caller.service } }, emit);
    }
    const user = (await this.userOf(caller.user_id, manager)) ?? { id: caller.user_id, email: '', full_name: '' };
    this.record({ ...act, user }, emit);
  }

  userOf(id: string, manager: Manager): Promise<AuditUser | null> {
    return manager.findOne(User, { where: { id }, select: { id: true, email: true, full_name: true } });
  }

  byEmail(emailLower: string, manager: Manager): Promise<AuditUser | null> {
    return manager.findOne(User, {
      where: { email_lower: emailLower },
      select: { id: true, email: true, full_name: true },
    });
  }
}
