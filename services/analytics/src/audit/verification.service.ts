import type { AuditVerification, RpcInput, verifyAuditLogRpc } from '@linkway/contracts';
import { fieldError } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { AuditLogRepository } from './audit-log.repository.js';
import { ChainCheck } from './chain-check.js';

type Noted = RpcInput<typeof verifyAuditLogRpc>['noted'];

/** Entries that are read at once: hashing them takes some 20 ms, in which nothing else is done. */
const PORTION = 2_000;

/** Proves the chain as it is, from its first entry to the one that is the last when it begins. */
@Injectable()
export class AuditVerifications {
  constructor(private readonly entries: AuditLogRepository) {}

  async verify(noted: Noted): Promise<AuditVerification> {
    if ((noted.seq === undefined) !== (noted.hash === undefined)) {
      throw fieldError(noted.seq === undefined ? 'seq' : 'hash', 'audit_log.noted_head_invalid');
    }
    const head = await this.entries.head();
    const check = new ChainCheck(Date.now());
    if (head) await this.walk(check, head.seq);
    // An account may have been deleted since, whose names have left by now.
    const ended = await this.entries.ended(check.unexplained);
    check.settle(ended, check.lacksWords ? await this.entries.lastEnd() : 0);
    const { entries, missing, first } = check;
    return {
      whole: first === null,
      entries,
      head,
      first_broken_seq: first?.seq ?? null,
      fault: first?.fault ?? null,
      missing,
      noted_head: await this.compare(noted),
      verified_at: new Date().toISOString(),
    };
  }

  private async walk(check: ChainCheck, until: number): Promise<void> {
    for (;;) {
      const portion = await this.entries.after(check.reached.seq, until, PORTION);
      for (const row of portion) check.look(row);
      if (portion.length < PORTION) break;
    }
    // One of two with the same number may have been behind the end of a portion.
    if ((await this.entries.countAlong(0, until)) === check.entries) return;
    const repeated = await this.entries.repeated(0, until);
    if (repeated !== null) check.note(repeated, 'repeated');
  }

  private async compare({ seq, hash }: Noted): Promise<AuditVerification['noted_head']> {
    if (seq === undefined) return null;
    const stored = await this.entries.hashOf(seq);
    if (stored === null) return 'missing';
    return stored === hash ? 'same' : 'other';
  }
}
