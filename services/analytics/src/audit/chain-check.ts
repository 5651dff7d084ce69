import type { AuditVerification } from '@linkway/contracts';
import { type AuditRow, digestsOf, hashOf, type Link, NO_HASH } from './audit-entry.js';
import { ADDRESS_DAYS, ENDS_OF_ACCOUNTS, isEntered, ownerOfName } from './audit-names.js';

type Fault = NonNullable<AuditVerification['fault']>;

/** The first entry that does not fit. */
export interface Broken {
  readonly seq: number;
  readonly fault: Fault;
}

const DAY_MS = 86_400_000;
/** Goes along the chain behind a place in it, entry by entry, and notes the first that does not fit. */
export class ChainCheck {
  entries = 0;
  missing = 0;
  first: Broken | null = null;
  /** Accounts that the chain tells the end of. */
  private readonly ended = new Set<string>();
  /** Entries without what named an account, by it: right only where the account is gone. */
  private readonly nameless = new Map<string, number>();
  /** Entries without words that may have told of anybody: right only before the end of some account. */
  private readonly wordless: number[] = [];

  /** `reached`: the last entry so far, whose hash the next one follows. */
  constructor(
    private readonly now: number,
    public reached: Link = { seq: 0, hash: NO_HASH },
  ) {}

  look(row: AuditRow): void {
    this.entries += 1;
    const { seq, hash } = this.reached;
    if (row.seq <= seq) return this.note(row.seq, 'repeated');
    if (row.seq > seq + 1) {
      // What it follows is not there to be compared with.
      this.note(seq + 1, 'missing');
      this.missing += row.seq - seq - 1;
    } else if (row.prev_hash !== hash) this.note(row.seq, 'unlinked');
    if (!this.isUnchanged(row)) this.note(row.seq, 'changed');
    if (isEnd(row)) this.ended.add(row.target_id);
    this.reached = { seq: row.seq, hash: row.hash };
  }

  /** What is found beside the way along. */
  note(seq: number, fault: Fault): void {
    if (!this.first || seq < this.first.seq) this.first = { seq, fault };
  }

  /** Those whose names are not there, and of whose end the chain does not tell so far as it was looked at. */
  get unexplained(): string[] {
    return [...this.nameless.keys()].filter((id) => !this.ended.has(id));
  }

  get lacksWords(): boolean {
    return this.wordless.length > 0;
  }

  /** These accounts are gone for all that is known, the last of them by this entry: whatever else is not there was emptied by somebody. */
  settle(ended: ReadonlySet<string>, lastEnd: number): void {
    for (const id of this.unexplained) if (!ended.has(id)) this.note(this.nameless.get(id) ?? 0, 'changed');
    for (const seq of this.wordless) if (seq > lastEnd) this.note(seq, 'changed');
  }

  private isUnchanged(row: AuditRow): boolean {
    const { user_digest, target_digest, ip_digest } = digestsOf(row);
    const isOld = Date.parse(row.timestamp) <= this.now - ADDRESS_DAYS * DAY_MS;
    const lost: string[] = [];
    if (user_digest !== row.user_digest) {
      if (row.user_email !== '' || row.user_name !== '' || row.user_salt !== '') return false;
      lost.push(row.user_id);
    }
    if (target_digest !== row.target_digest) {
      if (row.target_name !== '' || row.target_salt !== '') return false;
      if (!isEntered(row)) lost.push(ownerOfName(row));
      else if (!isOld) this.wordless.push(row.seq);
    }
    if (ip_digest !== row.ip_digest) {
      if (row.ip_address !== '' || row.ip_salt !== '') return false;
      // After their time the store sees to it when it comes to it.
      if (!isOld) lost.push(row.user_id);
    }
    for (const id of lost) {
      if (id === '') return false;
      if (!this.nameless.has(id)) this.nameless.set(id, row.seq);
    }
    return hashOf(row) === row.hash;
  }
}

const isEnd = ({ action, target_kind }: AuditRow): boolean =>
  target_kind === 'user' && (ENDS_OF_ACCOUNTS as readonly string[]).includes(action);
