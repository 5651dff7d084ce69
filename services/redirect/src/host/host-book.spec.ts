import { describe, expect, it } from '@jest/globals';
import type { HostRow } from './host.entity.js';
import { HostBook } from './host-book.js';

const row = (domain_id: string, host: string, is_active: boolean, version = 1): HostRow => ({
  domain_id,
  host,
  domain_name: host,
  is_active,
  version,
});

describe('the book of hosts', () => {
  it('has a host switched on as long as one of its domains is, and one that it does not know', () => {
    const book = new HostBook([]);
    book.replace([row('a', 'a.example', false), row('b', 'both.example', true), row('c', 'both.example', false)]);
    expect(book.find('a.example').active).toBe(false);
    expect(book.find('Both.example:8443')).toEqual({ host: 'both.example', active: true });
    expect(book.find('other.example').active).toBe(true);
    book.apply(row('b', 'both.example', false, 2));
    expect(book.find('both.example').active).toBe(false);
    book.apply(row('b', 'both.example', true, 1));
    expect(book.find('both.example').active).toBe(false);
  });

  it('forgets what left the table, and keeps what an event told a moment ago', () => {
    const book = new HostBook([]);
    book.replace([row('a', 'a.example', false)], 0);
    book.apply(row('b', 'b.example', false), 1_000);
    book.replace([], 2_000);
    expect([book.find('a.example').active, book.find('b.example').active]).toEqual([true, false]);
    book.replace([], 1_000_000);
    expect(book.find('b.example').active).toBe(true);
  });

  it('does not go through thousands of domains for each name that a visitor makes up', () => {
    let looked = 0;
    const rows = Array.from({ length: 5_000 }, (_, index) => ({
      domain_id: `d${index}`,
      domain_name: '',
      is_active: true,
      version: 1,
      get host() {
        looked += 1;
        return `h${index}.example`;
      },
    }));
    const book = new HostBook([]);
    book.replace(rows);
    for (let name = 0; name < 100; name += 1) book.find(`n${name}.example`);
    expect(looked).toBeLessThanOrEqual(5_000);
  });
});
