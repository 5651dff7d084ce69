import { describe, expect, it } from '@jest/globals';
import { resolveTab } from './tabs';

const built = ['overview', 'my-links', 'subscription', 'my-domains', 'transactions', 'admin-stats', 'users', 'domains'];

describe('the tab for a key', () => {
  it.each([
    [null, false, 'overview'],
    ['my-links', false, 'my-links'],
    ['links', false, 'my-links'],
    ['nonsense', false, 'overview'],
    ['users', false, 'overview'],
    ['admin-anything', false, 'overview'],
    ['guest-links', false, 'my-links'],
    ['plan-permissions', false, 'subscription'],
    ['domains', false, 'my-domains'],
    ['revenue', false, 'transactions'],
    [null, true, 'admin-stats'],
    ['users', true, 'users'],
    ['nonsense', true, 'admin-stats'],
  ])('%s (admin: %s) is %s', (key, admin, tab) => {
    expect(resolveTab(key, admin, built)).toBe(tab);
  });

  it('is the overview where the wanted one is not built', () => {
    expect(resolveTab('my-links', false, ['overview'])).toBe('overview');
    expect(resolveTab(null, true, ['overview'])).toBe('overview');
  });
});
