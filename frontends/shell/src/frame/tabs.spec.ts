import { describe, expect, it } from '@jest/globals';
import { resolveTab } from './tabs';

const keys = ['overview', 'my-links', 'subscription', 'my-domains', 'transactions', 'admin-stats', 'users', 'domains'];
const tabs = [...keys.map((key) => ({ key })), { key: 'vault', role: 'admin' as const }];

describe('the tab for a key', () => {
  it.each([
    [null, false, 'overview'],
    ['my-links', false, 'my-links'],
    ['links', false, 'my-links'],
    ['nonsense', false, 'overview'],
    ['users', false, 'overview'],
    ['vault', false, 'overview'],
    ['vault', true, 'vault'],
    ['admin-anything', false, 'overview'],
    ['guest-links', false, 'my-links'],
    ['plan-permissions', false, 'subscription'],
    ['domains', false, 'my-domains'],
    ['revenue', false, 'transactions'],
    [null, true, 'admin-stats'],
    ['users', true, 'users'],
    ['nonsense', true, 'admin-stats'],
  ])('%s (admin: %s) is %s', (key, admin, tab) => {
    expect(resolveTab(key, admin, tabs)).toBe(tab);
  });

  it('is the first one where there is no overview', () => {
    expect(resolveTab('my-links', false, [{ key: 'shops' }])).toBe('shops');
  });

  it('is the overview where the wanted one is not built', () => {
    expect(resolveTab('my-links', false, [{ key: 'overview' }])).toBe('overview');
    expect(resolveTab(null, true, [{ key: 'overview' }])).toBe('overview');
  });
});
