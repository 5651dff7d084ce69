import { describe, expect, it } from '@jest/globals';
import { tellsOf } from './audit-names.js';

const EMAIL = 'An.Nguyen@example.com';
const NAME = 'Nguyễn An';

describe('words that somebody entered', () => {
  it.each([
    ['mail', 'an.nguyen@EXAMPLE.com', EMAIL, true],
    // Of somebody else.
    ['mail', 'binh.an.nguyen@example.com', EMAIL, false],
    ['mail', 'nguyen@example.com', EMAIL, false],
    ['audit_log', 'an.nguyen@example.com', EMAIL, true],
    ['audit_log', '<an.nguyen@example.com>', EMAIL, true],
    ['audit_log', 'nguyen@exa', EMAIL, true],
    ['audit_log', 'nguyễn', NAME, true],
    ['audit_log', 'NGUYỄN AN', NAME, true],
    // Of many.
    ['audit_log', '@example.com', EMAIL, false],
    ['audit_log', 'example', EMAIL, false],
    ['audit_log', 'session.refused', NAME, false],
    // Whoever calls themselves so names nobody else.
    ['audit_log', 'banner', 'an', false],
    ['audit_log', '', NAME, false],
    ['audit_log', 'an', '', false],
  ])('of a %s, %j, tell of %j: %s', (kind, text, name, tells) => {
    expect(tellsOf({ kind, text }, name)).toBe(tells);
  });
});
