import { describe, expect, it } from '@jest/globals';
import { reservedPaths } from '@linkway/contracts';
import { isReservedCode } from './reserved-codes.js';

describe('isReservedCode', () => {
  it.each(reservedPaths)('keeps %s, a path of the product', (code) => expect(isReservedCode(code)).toBe(true));

  it.each(['api', 'login', 'register', 'dashboard', 'admin', 'blog', 'bio', 'tools', 'payment-success', 'assets'])(
    'keeps %s for the product',
    (code) => expect(isReservedCode(code)).toBe(true),
  );

  it.each([
    'signout',
    'account',
    'settings',
    'session',
    'sessions',
    'user',
    'users',
    'invoice',
    'invoices',
    'billing',
    'teams',
    'administrator',
    '_well-known',
    'well-known',
    'pricing',
    'subscriptions',
    'api-keys',
    'webhooks',
  ])('keeps %s, which a page may come to be called', (code) => expect(isReservedCode(code)).toBe(true));

  it.each(['API', 'Dashboard', 'NULL', 'Favicon.ico'])('does not look at the case of %s', (code) =>
    expect(isReservedCode(code)).toBe(true),
  );

  it.each(['my-shop', 'api-2', 'logins', 'Xy12ab'])('leaves %s to customers', (code) =>
    expect(isReservedCode(code)).toBe(false),
  );
});
