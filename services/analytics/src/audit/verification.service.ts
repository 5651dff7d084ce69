import type { AuditVerification, RpcInput, verifyAuditLogRpc } from '@linkway/contracts';
import { fieldError } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { type Link, NO_HASH } from './audit-entry.js';
import { AuditLogRepository } from './audit-log.repository.js';
import { ChainCheck } from './chain-check.js';
import { type Proof, ProofSeal } from './proof-seal.js';

type Asked = Pick<RpcInput<typeof verifyAuditLogRpc>, 'noted' | 'next'>;
type Noted = Asked['noted'];

/** Entries that are read at once: hashing them takes some 20 ms, in which nothing else is done. */
const READ_AT_ONCE = 2_000;

/** Proves the chain as it is, from its first entry to the one that is the last when it begins, a portion at a time. */
@Injectable()
export class AuditVerifications {
  /** A portion ends with whatever comes first. */
  readonly portion = { entries: 200_000, ms: 10_000 };

  constructor(
    private readonly entries: AuditLogRepository,
    private readonly seals: ProofSeal,
  ) {}

  /** One portion, and what came of all so far. Throws `audit_log.noted_head_invalid`, `audit_log.next_invalid`. */
  async verify({ noted, next }: Asked): Promise<{ proof: Proof; verification: AuditVerification }> {
    const former = next === undefined ? await this.begin(noted) : this.seals.open(next);
    const check = new ChainCheck(Date.now(), former.reached);
    const { complete, firstSeq } = await this.walk(check, former.until);
    // An account may have been deleted since, whose names have left by now.
    const ended = await this.entries.ended(check.unexplained);
    check.settle(ended, check.lacksWords ? await this.entries.lastEnd() : 0);
    const { reached } = check;
    const proof: Proof = {
      ...former,
      reached,
      entries: former.entries + check.entries,
      firstSeq: former.firstSeq ?? firstSeq,
      missing: former.missing + check.missing,
      first: former.first ?? check.first,
    };
    const { entries, missing, first, until } = proof;
    const verification = {
      whole: first === null,
      complete,
      next: complete ? null : this.seals.seal(proof),
      entries,
      first_seq: proof.firstSeq,
      head: reached.seq === 0 ? null : reached,
      last_seq: until,
      first_broken_seq: first?.seq ?? null,
      fault: first?.fault ?? null,
      missing,
      noted_head: await this.compare(proof.noted),
      verified_at: new Date().toISOString(),
    };
    return { proof, verification };
  }

  private async begin(noted: Noted): Promise<Proof> {
    if ((noted.seq === undefined) !== (noted.hash === undefined)) {
      throw fieldError(noted.seq === undefined ? 'seq' : 'hash', 'audit_log.noted_head_invalid');
    }
    const until = (await this.entries.head())?.seq ?? 0;
    const reached: Link = { seq: 0, hash: NO_HASH };
    return { id: uuidv7(), reached, until, entries: 0, firstSeq: null, missing: 0, first: null, noted };
  }

  /** Whether all was looked at, and where it began. */
  private async walk(check: ChainCheck, until: number): Promise<{ complete: boolean; firstSeq: number | null }> {
    const from = check.reached.seq;
    const ends = performance.now() + this.portion.ms;
    let firstSeq: number | null = null;
    let complete = from >= until;
    while (!complete && check.entries < this.portion.entries && performance.now() < ends) {
      const limit = Math.min(READ_AT_ONCE, this.portion.entries - check.entries);
      const rows = await this.entries.after(check.reached.seq, until, limit);
      firstSeq ??= rows[0]?.seq ?? null;
      for (const row of rows) check.look(row);
      complete = rows.length < limit || check.reached.seq >= until;
    }
    // One of two with the same number may have been behind the end of what was read at once.
    const { seq } = check.reached;
    if ((await this.entries.countAlong(from, seq)) !== check.entries) {
      const repeated = await this.entries.repeated(from, seq);
      if (repeated !== null) check.note(repeated, 'repeated');
    }
    return { complete, firstSeq };
  }

  private async compare({ seq, hash }: Noted): Promise<AuditVerification['noted_head']> {
    if (seq === undefined) return null;
    const stored = await this.entries.hashOf(seq);
    if (stored === null) return 'missing';
    return stored === hash ? 'same' : 'other';
  }
}
