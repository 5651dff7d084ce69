import type { AuditEntry, AuditVerification } from '@linkway/kit/api';

// What the API answers in the specs of the page.

const id = (n: number): string => `01a1f8b9-0000-7000-8000-${String(n).padStart(12, '0')}`;
export const hash = (n: number): string => n.toString(16).padStart(64, 'a');

export const anEntry = (seq: number, more: Partial<AuditEntry> = {}): AuditEntry => ({
  seq,
  id: id(seq),
  timestamp: '2026-11-05T08:00:07.120Z',
  level: 'success',
  action: 'session.signed_in',
  module: 'auth',
  user_id: id(900),
  user_email: 'ann@example.com',
  user_name: 'Ann Nguyen',
  target: null,
  ip_address: '203.0.113.7',
  details: {},
  prev_hash: hash(seq - 1),
  hash: hash(seq),
  ...more,
});

export const verified = (more: Partial<AuditVerification> = {}): AuditVerification => ({
  whole: true,
  complete: true,
  next: null,
  entries: 1234,
  first_seq: 1,
  head: { seq: 1234, hash: hash(1234) },
  last_seq: 1234,
  first_broken_seq: null,
  fault: null,
  missing: 0,
  noted_head: null,
  verified_at: '2026-11-05T09:30:00.000Z',
  ...more,
});
