import type { AuditVerification } from '@linkway/contracts';
import { type AuditRow, digestsOf, hashOf, type Link, NO_HASH } from './audit-entry.js';

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
    this.seq = row.seq;
    this.last = { seq: row.seq, hash: row.hash };
  }

  /** What is found beside the way along. */
  note(seq: number, fault: Fault): void {
    if (!this.first || seq < this.first.seq) this.first = { seq, fault };
  }

  private isUnchanged(row: AuditRow): boolean {
    const { user_digest, target_digest, ip_digest } = digestsOf(row);
    const isSame = user_digest === row.user_digest && target_digest === row.target_digest;
    return isSame && (ip_digest === row.ip_digest || this.hasLostAddress(row)) && hashOf(row) === row.hash;
  }

  /** Addresses leave after their time, which the store sees to when it comes to it. */
  private hasLostAddress({ ip_address, ip_salt, timestamp }: AuditRow): boolean {
    return ip_address === '' && ip_salt === '' && Date.parse(timestamp) <= this.now - ADDRESS_DAYS * DAY_MS;
  }
}
