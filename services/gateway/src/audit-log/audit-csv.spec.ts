import { describe, expect, it } from '@jest/globals';
import type { AuditEntry } from '@linkway/contracts';
import { csvHead, entryLine } from './audit-csv.js';

const entry: AuditEntry = {
  seq: 7,
  id: '0199a1b2-0000-7000-8000-000000000001',
  timestamp: '2026-11-27T08:00:00.000Z',
  level: 'warning',
  action: 'session.refused',
  module: 'auth',
  user_id: null,
  user_email: null,
  user_name: null,
  target: null,
  ip_address: '2001:db8::1',
  details: {},
  prev_hash: 'a',
  hash: 'b',
};

const cellsOf = (over: Partial<AuditEntry>) => entryLine({ ...entry, ...over });

describe('a line of the file', () => {
  it('has a cell for each name of the first one', () => {
    expect(csvHead).toBe(
      '\u{feff}seq,timestamp,level,action,module,user_id,user_email,user_name,target_kind,target_id,target_name,ip_address,details,prev_hash,hash\r\n',
    );
    expect(cellsOf({})).toBe('7,2026-11-27T08:00:00.000Z,warning,session.refused,auth,,,,,,,2001:db8::1,{},a,b\r\n');
  });

  it('has quotes, commas and ends of lines as they are', () => {
    const details = { reason: 'a "quoted", long\nreason' };
    expect(cellsOf({ details })).toContain(',"{""reason"":""a \\""quoted\\"", long\\nreason""}",');
    expect(cellsOf({ user_name: 'An, "Bình"\nChi' })).toContain(',"An, ""Bình""\nChi",');
  });

  it.each([
    '=1+1',
    '+84 123',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    // Of which some programs take what is blank away, or what is wide for narrow.
    ' =1+1',
    ' \u{a0}\u{3000}@SUM(A1)',
    '\u{feff}\u{200b}-1',
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM(A1)',
  ])('is no formula where a name is %j', (name) => {
    expect(cellsOf({ user_name: name })).toMatch(new RegExp(`,"?'${name.replace(/[+().]/g, '\\$&')}`, 'u'));
    const target = { kind: 'user', id: name, name };
    expect(cellsOf({ target }).split(`'${name}`)).toHaveLength(3);
  });

  it.each([' An', 'a=1', '', ' '])('is left as it is where a name is %j', (name) => {
    expect(cellsOf({ user_name: name })).toContain(`auth,,,${name},`);
  });
});
