import type { AuditVerification } from '@linkway/contracts';
import { type AuditRow, digestsOf, hashOf, type Link, NO_HASH } from './audit-entry.js';
import { ENDS_OF_ACCOUNTS } from './audit-names.js';

type Fault = NonNullable<AuditVerification['fault']>;

const DAY_MS = 86_400_000;
/** As the table has it. */
export const ADDRESS_DAYS = 90;

/** Goes along the chain, entry by entry, and notes the first that does not fit. */
export class ChainCheck {
  entries = 0;
  missing = 0;
  first: { seq: number; fault: Fault } | null = null;
  private last: Link | null = { seq: 0, hash: NO_HASH };
  private seq = 0;
  /** Accounts that the chain tells the end of. */
  private readonly ended = new Set<string>();
  /** Entries without what named an account, by it: right only where the account is gone. */
  private readonly nameless = new Map<string, number>();

  constructor(private readonly now: number) {}

  get lastSeq(): number {
    return this.seq;
  }

  look(row: AuditRow): void {
    this.entries += 1;
    if (row.seq <= this.seq) return this.note(row.seq, 'repeated');
    if (row.seq > this.seq + 1) {
      this.note(this.seq + 1, 'missing');
      this.missing += row.seq - this.seq - 1;
      // What it follows is not there to be compared with.
      this.last = null;
    }
    if (this.last && row.prev_hash !== this.last.hash) this.note(row.seq, 'unlinked');
    if (!this.isUnchanged(row)) this.note(row.seq, 'changed');
    if (isEnd(row)) this.ended.add(row.target_id);
    this.seq = row.seq;
    this.last = { seq: row.seq, hash: row.hash };
  }

  /** What is found beside the way along. */
  note(seq: number, fault: Fault): void {
    if (!this.first || seq < this.first.seq) this.first = { seq, fault };
  }

  /** Those whose names are not there, and of whose end the chain does not tell so far as it was looked at. */
  get unexplained(): string[] {
    return [...this.nameless.keys()].filter((id) => !this.ended.has(id));
  }

  /** These accounts are gone for all that is known: whoever else has no name was emptied by somebody. */
  settle(ended: ReadonlySet<string>): void {
    for (const id of this.unexplained) if (!ended.has(id)) this.note(this.nameless.get(id) ?? 0, 'changed');
  }

  private isUnchanged(row: AuditRow): boolean {
    const { user_digest, target_digest, ip_digest } = digestsOf(row);
    const lost = [
      ...(user_digest === row.user_digest
        ? []
        : [row.user_email === '' && row.user_name === '' && row.user_salt === '' && row.user_id]),
      ...(target_digest === row.target_digest
        ? []
        : [row.target_name === '' && row.target_salt === '' && ownerOfName(row)]),
      ...(ip_digest === row.ip_digest || this.hasLostAddress(row)
        ? []
        : [row.ip_address === '' && row.ip_salt === '' && row.user_id]),
    ];
    for (const id of lost) {
      if (!id) return false;
      if (!this.nameless.has(id)) this.nameless.set(id, row.seq);
    }
    return hashOf(row) === row.hash;
  }

  /** Addresses leave after their time, which the store sees to when it comes to it. */
  private hasLostAddress({ ip_address, ip_salt, timestamp }: AuditRow): boolean {
    return ip_address === '' && ip_salt === '' && Date.parse(timestamp) <= this.now - ADDRESS_DAYS * DAY_MS;
  }
}

const isEnd = ({ action, target_kind }: AuditRow): boolean =>
  target_kind === 'user' && (ENDS_OF_ACCOUNTS as readonly string[]).includes(action);

/** With whose account the name of a target leaves; empty: it stays. */
const ownerOfName = ({ target_kind, target_id, user_id }: AuditRow): string => {
  if (target_kind === 'user') return target_id;
  return target_kind === 'api_key' || target_kind === 'webhook' ? user_id : '';
};
