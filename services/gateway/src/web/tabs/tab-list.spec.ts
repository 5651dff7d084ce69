import { describe, expect, it } from '@jest/globals';
import { menuOf, type TabList, tabList } from './tab-list.js';

const title = { en: 'Shops', vi: 'Cửa hàng' };
const tab = (key: string, more: object = {}) => ({ key, group: 'sales', icon: 'shop', order: 10, title, ...more });
const list = (more: object = {}): TabList => tabList.parse({ groups: [], tabs: [], ...more });

describe('the tabs of a remote', () => {
  it.each([
    ['a key with capitals', { tabs: [tab('Shops')] }],
    ['a title in one language', { tabs: [tab('shops', { title: { en: 'Shops' } })] }],
    ['an endless title', { tabs: [tab('shops', { title: { en: 'x'.repeat(61), vi: 'x' } })] }],
    ['a role that nobody has', { tabs: [tab('shops', { role: 'owner' })] }],
    ['a question to somebody else', { tabs: [tab('shops', { asks: ['https://example.com/api/'] })] }],
    ['a question of a tab for administrators', { tabs: [tab('shops', { role: 'admin', asks: ['/api/shops'] })] }],
    ['a file above the remote', { tabs: [tab('shops', { files: ['../../other/main.js'] })] }],
    ['a file elsewhere', { tabs: [tab('shops', { files: ['//evil.example/a.js'] })] }],
    ['more than fits a menu', { tabs: Array.from({ length: 61 }, (_, at) => tab(`tab-${at}`)) }],
    ['no list', { tabs: 'shops' }],
  ])('are refused with %s', (_, given) => {
    expect(tabList.safeParse(given).success).toBe(false);
  });

  it('are shown in their order and groups, each key once, by the remote that is named first', () => {
    const shops = list({
      groups: [{ key: 'sales', order: 30, title: { en: 'Sales', vi: 'Bán hàng' } }],
      tabs: [tab('shops', { order: 20 }), tab('orders')],
    });
    const other = list({
      groups: [
        { key: 'sales', order: 1, title },
        { key: 'links', order: 10, title },
      ],
      tabs: [
        tab('shops'),
        tab('overview', { group: 'links', order: 5 }),
        tab('lost', { group: 'nobody-names', order: 90 }),
      ],
    });
    const { groups, tabs } = menuOf(
      new Map([
        ['shops', shops],
        ['other', other],
      ]),
    );
    expect(groups.map(({ key, title: { en } }) => [key, en])).toEqual([
      ['links', 'Shops'],
      ['sales', 'Sales'],
      ['nobody-names', 'nobody-names'],
    ]);
    expect(tabs.map(({ key, remote }) => `${key} of ${remote}`)).toEqual([
      'overview of other',
      'orders of shops',
      'shops of shops',
      'lost of other',
    ]);
  });
});
