import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { auditRecord } from '@linkway/contracts';
import { v7 as uuidv7 } from 'uuid';
import { type AuditRow, entryAfter, hashOf, type Link, NO_HASH } from './audit-entry.js';
import type { AuditLogRepository } from './audit-log.repository.js';
import { ProofSeal } from './proof-seal.js';
import { AuditVerifications } from './verification.service.js';

/** As many as are read at once. */
const AT_ONCE = 2_000;

const CHAIN = aChain(AT_ONCE + 500);

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
function verifications(rows: () => readonly AuditRow[]): AuditVerifications {
  const along = (seq: number, until: number) => rows().filter((row) => row.seq > seq && row.seq <= until);
  const entries = {
    head: async () => rows().at(-1) ?? null,
    after: async (seq: number, until: number, limit: number) => along(seq, until).slice(0, limit),
    countAlong: async (seq: number, until: number) => along(seq, until).length,
    ended: async () => new Set<string>(),
    repeated: async (seq: number, until: number) =>
      along(seq, until).find((row, index, those) => those[index + 1]?.seq === row.seq)?.seq ?? null,
    hashOf: async (seq: number) => rows().find((row) => row.seq === seq)?.hash ?? null,
  } as unknown as AuditLogRepository;
  return new AuditVerifications(entries, new ProofSeal({ VISITOR_SECRET: 'test' }));
}
const verify = async (rows: readonly AuditRow[]) =>
  (await verifications(() => rows).verify({ noted: {} })).verification;

describe('a chain of more than is read at once', () => {
  it('is whole from its first entry to its last', async () => {
    expect(await verify(CHAIN)).toMatchObject({ whole: true, entries: AT_ONCE + 500, head: { seq: AT_ONCE + 500 } });
  });

  it.each([AT_ONCE - 1, AT_ONCE, AT_ONCE + 1])('shows an entry that is there twice as number %i', async (seq) => {
    const twice = CHAIN[seq - 1] as AuditRow;
    const verified = await verify(CHAIN.toSpliced(seq, 0, twice));
    expect(verified).toMatchObject({ whole: false, first_broken_seq: seq, fault: 'repeated' });
  });

  it.each([AT_ONCE, AT_ONCE + 1])('shows that number %i was taken out', async (seq) => {
    const verified = await verify(CHAIN.toSpliced(seq - 1, 1));
    expect(verified).toMatchObject({ whole: false, first_broken_seq: seq, fault: 'missing', missing: 1 });
  });
});

describe('a chain of more than one portion', () => {
  const TEN = CHAIN.slice(0, 10);
  const EACH = 4;

  afterEach(() => void jest.useRealTimers());

  const inPortions = (rows: () => readonly AuditRow[], ms = 10_000) =>
    Object.assign(verifications(rows), { portion: { entries: EACH, ms } });
  const nextOf = ({ verification: { next } }: Awaited<ReturnType<AuditVerifications['verify']>>): string => {
    if (typeof next !== 'string') throw new Error('the proof is complete');
    return next;
  };
  /** All portions of a proof, between which `then` may do something. */
  async function proved(of: AuditVerifications, noted = {}, then: (portions: number) => void = () => {}) {
    const portions = [await of.verify({ noted })];
    for (let last = portions[0]; last?.verification.next; portions.push(last)) {
      then(portions.length);
      last = await of.verify({ noted: {}, next: last.verification.next });
    }
    return portions;
  }

  it('is proved to where a portion ends, and from there on to where the log ended when that began', async () => {
    let rows = TEN;
    const noted = { seq: 2, hash: TEN[1]?.hash };
    const portions = await proved(
      inPortions(() => rows),
      noted,
      () => {
        rows = CHAIN.slice(0, 12);
      },
    );
    const reached = [4, 8, 10];
    expect(portions.map(({ verification }) => verification)).toEqual(
      reached.map((seq, index) => ({
        whole: true,
        complete: index === 2,
        next: index === 2 ? null : expect.any(String),
        entries: seq,
        first_seq: 1,
        head: { seq, hash: TEN[seq - 1]?.hash },
        last_seq: 10,
        first_broken_seq: null,
        fault: null,
        missing: 0,
        noted_head: 'same',
        verified_at: expect.any(String),
      })),
    );
    // One entry tells of it, whichever portion is asked for again.
    expect(new Set(portions.map(({ proof }) => proof.id)).size).toBe(1);
  });

  it('ends a portion after its time, however few entries that were', async () => {
    const { verification } = await inPortions(() => TEN, 0).verify({ noted: {} });
    expect(verification).toMatchObject({ whole: true, complete: false, entries: 0, head: null, last_seq: 10 });
  });

  it.each([4, 5])('shows between two portions that number %i was taken out, moved or written anew', async (seq) => {
    const broken = async (rows: readonly AuditRow[]) =>
      (await proved(inPortions(() => rows))).at(-1)?.verification ?? null;
    const row = TEN[seq - 1] as AuditRow;
    expect(await broken(TEN.toSpliced(seq - 1, 1))).toMatchObject({
      whole: false,
      first_broken_seq: seq,
      fault: 'missing',
      missing: 1,
      entries: 9,
    });
    expect(await broken(TEN.toSpliced(seq, 0, row))).toMatchObject({ first_broken_seq: seq, fault: 'repeated' });
    const anew = { ...row, details: '{"reason":"none"}' };
    expect(await broken(TEN.with(seq - 1, { ...anew, hash: hashOf(anew) }))).toMatchObject({
      first_broken_seq: seq + 1,
      fault: 'unlinked',
    });
  });

  it('keeps the first fault that a portion found, and goes on', async () => {
    const rows = TEN.with(1, { ...(TEN[1] as AuditRow), level: 'error' }).toSpliced(6, 1);
    const portions = await proved(inPortions(() => rows));
    expect(portions.map(({ verification }) => verification)).toEqual(
      [0, 0, 1].map(() => expect.objectContaining({ whole: false, first_broken_seq: 2, fault: 'changed' })),
    );
    expect(portions.at(-1)?.verification).toMatchObject({ missing: 1, entries: 9, complete: true });
  });

  it('goes on from the digest that it had reached, whatever the store says of that entry by then', async () => {
    let rows: readonly AuditRow[] = TEN;
    // From the end of a portion on, the log is written anew: each of the new entries fits the one before.
    const former = TEN[3] as AuditRow;
    const anew = { ...former, details: '{"reason":"none"}' };
    const other = { ...anew, hash: hashOf(anew) };
    const written: AuditRow[] = [other];
    for (const row of TEN.slice(4)) {
      const linked = { ...row, prev_hash: written.at(-1)?.hash ?? '' };
      written.push({ ...linked, hash: hashOf(linked) });
    }
    const portions = await proved(
      inPortions(() => rows),
      {},
      () => {
        rows = [...TEN.slice(0, 3), ...written];
      },
    );
    expect(portions.at(-1)?.verification).toMatchObject({ whole: false, first_broken_seq: 5, fault: 'unlinked' });
  });

  it('takes no place that somebody made up or has changed, nor one from an hour ago', async () => {
    const of = inPortions(() => TEN);
    const next = nextOf(await of.verify({ noted: {} }));
    const [text = '', seal = ''] = next.split('.');
    const proof = JSON.parse(Buffer.from(text, 'base64url').toString());
    const skipped = Buffer.from(JSON.stringify({ ...proof, reached: { seq: 9, hash: TEN[8]?.hash } }));
    const others = new ProofSeal({ VISITOR_SECRET: 'another' }).seal(proof);
    const refused = { code: 'audit_log.next_invalid', errors: [expect.objectContaining({ field: 'next' })] };
    for (const made of ['', '.', 'a.b', text, `${skipped.toString('base64url')}.${seal}`, others])
      await expect(of.verify({ noted: {}, next: made })).rejects.toMatchObject(refused);
    jest.useFakeTimers({ now: Date.now() + 3_599_000, doNotFake: ['performance'] });
    expect((await of.verify({ noted: {}, next })).verification.entries).toBe(8);
    jest.setSystemTime(Date.now() + 2_000);
    await expect(of.verify({ noted: {}, next })).rejects.toMatchObject(refused);
  });
});
