import { describe, expect, it } from '@jest/globals';
import { auditRecord } from '@linkway/contracts';
import { v7 as uuidv7 } from 'uuid';
import { type AuditRow, entryAfter, type Link, NO_HASH } from './audit-entry.js';
import type { AuditLogRepository } from './audit-log.repository.js';
import { AuditVerifications } from './verification.service.js';

/** As many as are read at once. */
const PORTION = 2_000;

const CHAIN = aChain(PORTION + 500);

function aChain(length: number): AuditRow[] {
  const rows: AuditRow[] = [];
  let link: Link = { seq: 0, hash: NO_HASH };
  while (rows.length < length) {
    const record = auditRecord({ id: uuidv7(), action: 'session.signed_in', user: null, ip: '192.0.2.7' });
    const row = entryAfter(link, { record, occurredAt: new Date().toISOString() });
    rows.push(row);
    link = row;
  }
  return rows;
}

/** Reads rows as the store does, in the order of their numbers. */
function verify(rows: readonly AuditRow[]) {
  const upTo = (until: number) => rows.filter(({ seq }) => seq <= until);
  const entries = {
    head: async () => rows.at(-1) ?? null,
    after: async (seq: number, until: number, limit: number) =>
      upTo(until)
        .filter((row) => row.seq > seq)
        .slice(0, limit),
    countAlong: async (_seq: number, until: number) => upTo(until).length,
    ended: async () => new Set<string>(),
    repeated: async (_seq: number, until: number) =>
      upTo(until).find((row, index, those) => those[index + 1]?.seq === row.seq)?.seq ?? null,
    hashOf: async (seq: number) => rows.find((row) => row.seq === seq)?.hash ?? null,
  } as unknown as AuditLogRepository;
  return new AuditVerifications(entries).verify({});
}

describe('a chain of more than one portion', () => {
  it('is whole from its first entry to its last', async () => {
    expect(await verify(CHAIN)).toMatchObject({ whole: true, entries: PORTION + 500, head: { seq: PORTION + 500 } });
  });

  it.each([PORTION - 1, PORTION, PORTION + 1])('shows an entry that is there twice as number %i', async (seq) => {
    const twice = CHAIN[seq - 1] as AuditRow;
    const verified = await verify(CHAIN.toSpliced(seq, 0, twice));
    expect(verified).toMatchObject({ whole: false, first_broken_seq: seq, fault: 'repeated' });
  });

  it.each([PORTION, PORTION + 1])('shows that number %i was taken out', async (seq) => {
    const verified = await verify(CHAIN.toSpliced(seq - 1, 1));
    expect(verified).toMatchObject({ whole: false, first_broken_seq: seq, fault: 'missing', missing: 1 });
  });
});
