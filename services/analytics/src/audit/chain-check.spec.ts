import { describe, expect, it } from '@jest/globals';
import { auditRecord } from '@linkway/contracts';
import { v7 as uuidv7 } from 'uuid';
import { type AuditRow, digestsOf, entryAfter, hashOf, type Link, NO_HASH } from './audit-entry.js';
import { ChainCheck } from './chain-check.js';

const PERSON = { id: uuidv7(), email: 'an@example.com', full_name: 'Nguyễn An' };

function aChain(length = 6): AuditRow[] {
  const rows: AuditRow[] = [];
  let link: Link = { seq: 0, hash: NO_HASH };
  for (let n = 0; n < length; n += 1) {
    const record = auditRecord({
      id: uuidv7(),
      action: 'api_key.changed',
      user: PERSON,
      ip: '198.51.100.7',
      target: { kind: 'api_key', id: `key-${n}`, name: 'Nightly' },
      details: { former_name: 'Daily' },
    });
    const row = entryAfter(link, { record, occurredAt: new Date(Date.now() - 60_000 + n).toISOString() });
    rows.push(row);
    link = row;
  }
  return rows;
}

function judge(rows: readonly AuditRow[], lastEnd = 0) {
  const check = new ChainCheck(Date.now());
  for (const row of rows) check.look(row);
  check.settle(new Set(), lastEnd);
  const { first, missing, entries } = check;
  return { first, missing, entries };
}

/** As somebody with the store in hand would: all of an entry fits again. */
const rewritten = (row: AuditRow, over: Partial<AuditRow>): AuditRow => {
  const changed = { ...row, ...over };
  Object.assign(changed, digestsOf(changed));
  return { ...changed, hash: hashOf(changed) };
};
const replace = (rows: readonly AuditRow[], at: number, row: AuditRow): AuditRow[] => rows.with(at, row);
const at = (rows: readonly AuditRow[], index: number): AuditRow => {
  const row = rows[index];
  if (!row) throw new Error(`there is no entry ${index}`);
  return row;
};

describe('a chain', () => {
  it('is whole as it was written', () => {
    expect(judge(aChain())).toEqual({ first: null, missing: 0, entries: 6 });
  });

  const OTHER: Partial<AuditRow> = {
    id: uuidv7(),
    timestamp: '2026-01-01T00:00:00.000Z',
    level: 'error',
    action: 'api_key.deleted',
    module: 'auth',
    user_id: uuidv7(),
    user_email: 'no@example.com',
    user_name: 'No',
    user_salt: 'salt',
    user_digest: 'f'.repeat(64),
    target_kind: 'user',
    target_id: 'another',
    target_name: 'Hourly',
    target_salt: 'salt',
    target_digest: 'f'.repeat(64),
    ip_address: '192.0.2.1',
    ip_salt: 'salt',
    ip_digest: 'f'.repeat(64),
    details: '{}',
    hash: 'f'.repeat(64),
  };
  it.each(Object.entries(OTHER))('shows that %s of an entry is another', (field, value) => {
    const rows = aChain();
    const changed = replace(rows, 2, { ...at(rows, 2), [field]: value });
    expect(judge(changed).first).toEqual({ seq: 3, fault: 'changed' });
  });

  it('has each field in it but those that hold it together', () => {
    const [row] = aChain(1);
    const held = ['seq', 'prev_hash'];
    expect(Object.keys(row ?? {}).filter((field) => !held.includes(field))).toEqual(Object.keys(OTHER));
  });

  it('shows an entry that was written anew with a hash that fits, by the one after it', () => {
    const rows = aChain();
    const changed = replace(rows, 2, rewritten(at(rows, 2), { details: '{}' }));
    expect(judge(changed).first).toEqual({ seq: 4, fault: 'unlinked' });
  });

  it('cannot be mended by another entry before one whose hash stays: the hash is of what it follows, too', () => {
    const rows = aChain();
    const anew = rewritten(at(rows, 2), { details: '{}' });
    const linked = replace(replace(rows, 2, anew), 3, { ...at(rows, 3), prev_hash: anew.hash });
    expect(judge(linked).first).toEqual({ seq: 4, fault: 'changed' });
  });

  it('shows entries that were taken out of its middle, and how many', () => {
    const rows = aChain();
    expect(judge(rows.toSpliced(2, 2))).toEqual({ first: { seq: 3, fault: 'missing' }, missing: 2, entries: 4 });
  });

  it('shows entries that were taken out where those behind have moved up', () => {
    const rows = aChain();
    const moved = rows.toSpliced(2, 1).map((row, index) => ({ ...row, seq: index + 1 }));
    expect(judge(moved).first?.seq).toBe(3);
    const renumbered = rows.toSpliced(2, 1).map((row, index) => rewritten(row, { seq: index + 1 }));
    expect(judge(renumbered)).toMatchObject({ first: { seq: 3, fault: 'unlinked' }, missing: 0 });
  });

  it('shows entries that have changed places, or are there twice', () => {
    const rows = aChain();
    const [third, fourth] = [at(rows, 2), at(rows, 3)];
    const swapped = replace(replace(rows, 2, { ...fourth, seq: 3 }), 3, { ...third, seq: 4 });
    expect(judge(swapped).first?.seq).toBe(3);
    expect(judge(rows.toSpliced(3, 0, third)).first).toEqual({ seq: 3, fault: 'repeated' });
  });

  it('shows that its first entry was taken out', () => {
    expect(judge(aChain().slice(1))).toMatchObject({ first: { seq: 1, fault: 'missing' }, missing: 1 });
  });

  it('is whole without addresses after their time, and not a day before', () => {
    const row = at(aChain(1), 0);
    const without = { ...row, ip_address: '', ip_salt: '' };
    const later = (days: number) => {
      const check = new ChainCheck(Date.parse(row.timestamp) + days * 86_400_000);
      check.look(without);
      check.settle(new Set(), 0);
      return check.first?.fault ?? null;
    };
    expect([later(89), later(90)]).toEqual(['changed', null]);
  });

  it('is whole without the names of somebody whose end it tells of, and of nobody else', () => {
    const rows = aChain();
    const nameless = rows.map((row) => ({ ...row, user_email: '', user_name: '', user_salt: '' }));
    expect(judge(nameless).first).toEqual({ seq: 1, fault: 'changed' });
    const target = { kind: 'user', id: PERSON.id } as const;
    const record = auditRecord({ id: uuidv7(), action: 'account.deleted', user: null, ip: null, target });
    const end = entryAfter(at(rows, 5), { record, occurredAt: new Date().toISOString() });
    expect(judge([...nameless, end]).first).toBeNull();
    // The addresses that they came from and the names of their keys leave with them.
    const bare = nameless.map((row) => ({ ...row, ip_address: '', ip_salt: '', target_name: '', target_salt: '' }));
    expect(judge([...bare, end]).first).toBeNull();
    // A salt that is left would tell whether a guess is right, and other words are another entry.
    expect(judge([{ ...at(bare, 0), user_salt: 'salt' }, ...bare.slice(1), end]).first).toEqual({
      seq: 1,
      fault: 'changed',
    });
    expect(judge([{ ...at(bare, 0), user_digest: 'f'.repeat(64) }, ...bare.slice(1), end]).first?.fault).toBe(
      'changed',
    );
    // The end of somebody else explains nothing.
    const others = auditRecord({
      id: uuidv7(),
      action: 'user.deleted',
      user: null,
      ip: null,
      target: { kind: 'user', id: uuidv7() },
    });
    const otherEnd = entryAfter(at(rows, 5), { record: others, occurredAt: new Date().toISOString() });
    expect(judge([...nameless, otherEnd]).first).toEqual({ seq: 1, fault: 'changed' });
  });

  const wordless = (kind: 'mail' | 'audit_log', occurredAt: string): AuditRow => {
    const record = auditRecord({
      id: uuidv7(),
      action: kind === 'mail' ? 'mail.test_sent' : 'audit_log.exported',
      user: PERSON,
      ip: null,
      target: { kind, id: 'any', name: 'someone@example.com' },
    });
    const row = entryAfter({ seq: 0, hash: NO_HASH }, { record, occurredAt });
    return { ...row, target_name: '', target_salt: '' };
  };

  it.each(['mail', 'audit_log'] as const)(
    'is whole without the words of a target that is a %s before an end, and after their time',
    (kind) => {
      const young = wordless(kind, new Date().toISOString());
      expect(judge([young]).first).toEqual({ seq: 1, fault: 'changed' });
      expect(judge([young], 1).first).toBeNull();
      expect(judge([{ ...young, target_salt: 'salt' }], 1).first?.fault).toBe('changed');
      expect(judge([{ ...young, target_id: 'another' }], 1).first?.fault).toBe('changed');
      expect(judge([wordless(kind, new Date(Date.now() - 91 * 86_400_000).toISOString())]).first).toBeNull();
    },
  );
});
