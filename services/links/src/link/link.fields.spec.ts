import { describe, expect, it } from '@jest/globals';
import { requireFuture } from './link.fields.js';

describe('requireFuture', () => {
  const now = new Date('2026-01-01T00:00:00Z');

  it.each([undefined, '2026-01-01T00:00:01Z', '2026-01-01T01:00:01+01:00'])('takes %s', (at) =>
    expect(() => requireFuture(at, now)).not.toThrow(),
  );

  it.each(['2026-01-01T00:00:00Z', '2025-12-31T23:59:59Z', '2026-01-01T06:00:00+07:00'])('refuses %s', (at) =>
    expect(() => requireFuture(at, now)).toThrow(expect.objectContaining({ code: 'links.expires_in_past' })),
  );
});
