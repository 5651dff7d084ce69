import { describe, expect, it } from '@jest/globals';
import type { HostRow } from './host.entity.js';
import { HostBook } from './host-book.js';

const row = (
  domain_id: string,
  host: string,
  is_active: boolean,
  version = 1,
  addresses: HostRow['addresses'] = null,
): HostRow => ({
  domain_id,
  host,
  domain_name: host,
  is_active,
  version,
  addresses,
});

describe('the book of hosts', () => {
  const changed = (...rows: HostRow[]) => ({ changed: rows, removed: [] });

  it('has a host switched on as long as one of its domains is, and one that it does not know', () => {
    const book = new HostBook([]);
    book.update(changed(row('a', 'a.example', false), row('b', 'both.example', true), row('c', 'both.example', false)));
    expect(book.find('a.example').active).toBe(false);
    expect(book.find('Both.example:8443')).toEqual({
      host: 'both.example',
      active: true,
      isListed: true,
      addresses: null,
    });
    expect(book.find('other.example').active).toBe(true);
    book.apply(row('b', 'both.example', false, 2));
    expect(book.find('both.example').active).toBe(false);
    book.apply(row('b', 'both.example', true, 1));
    expect(book.find('both.example').active).toBe(false);
  });

  it("has a host's own addresses as they were told last, while its domain is there", () => {
    const book = new HostBook([]);
    const found = book.find('a.example');
    expect(found.addresses).toBeNull();
    const [first, second] = [{ root_url: 'https://x.example/' }, { expired_url: 'https://y.example/' }];
    book.update(changed(row('a', 'a.example', true, 1, first)));
    expect(book.find('a.example').addresses).toEqual(first);
    book.apply(row('a', 'a.example', true, 2, second));
    expect(book.find('a.example').addresses).toEqual(second);
    book.apply(row('a', 'a.example', true, 1, first));
    expect(book.find('a.example').addresses).toEqual(second);
    book.apply(row('a', 'moved.example', true, 3, second));
    expect([book.find('a.example').addresses, book.find('moved.example').addresses]).toEqual([null, second]);
    book.apply(row('a', 'moved.example', true, 4));
    expect(book.find('moved.example').addresses).toBeNull();
  });

  it('forgets what left the table, and keeps what an event told a moment ago', () => {
    const book = new HostBook([]);
    book.update(changed(row('a', 'a.example', false)), 0);
    book.apply(row('b', 'b.example', false), 1_000);
    book.update({ changed: [], removed: ['a', 'b'] }, 2_000);
    expect([book.find('a.example').active, book.find('b.example').active]).toEqual([true, false]);
    book.update({ changed: [], removed: ['b'] }, 1_000_000);
    expect(book.find('b.example').active).toBe(true);
    expect(book.size).toBe(0);
  });

  it('follows the table to an older version, unless an event told a newer one a moment ago', () => {
    const book = new HostBook([]);
    book.update(changed(row('a', 'a.example', false, 5)), 0);
    book.update(changed(row('a', 'a.example', true, 3)), 1_000);
    expect(book.find('a.example').active).toBe(true);
    book.apply(row('a', 'a.example', false, 4), 2_000);
    book.update(changed(row('a', 'a.example', true, 3)), 3_000);
    expect(book.find('a.example').active).toBe(false);
    book.update(changed(row('a', 'a.example', true, 3)), 200_000);
    expect(book.find('a.example').active).toBe(true);
  });

  it('tells of a change to whoever asks again, also where the host was not known before', () => {
    const book = new HostBook(['alias.example=new.example']);
    expect(book.find('alias.example:80').active).toBe(true);
    book.apply(row('a', 'new.example', false));
    expect(book.find('alias.example:80')).toEqual({
      host: 'new.example',
      active: false,
      isListed: true,
      addresses: null,
    });
    book.apply(row('a', 'new.example', true, 2));
    expect(book.find('alias.example:80').active).toBe(true);
  });

  it('moves a domain to another host, and leaves the host to its other domains', () => {
    const book = new HostBook([]);
    book.update(changed(row('a', 'old.example', true), row('b', 'old.example', false)));
    expect(book.find('old.example').active).toBe(true);
    book.apply(row('a', 'new.example', false, 2));
    expect([book.find('old.example').active, book.find('new.example').active]).toEqual([false, false]);
    book.apply(row('b', 'new.example', true, 2));
    expect([book.find('old.example').active, book.find('new.example').active]).toEqual([true, true]);
  });

  it('looks at no other domain for a visit or a change, however many there are', () => {
    let looked = 0;
    const rows = Array.from({ length: 100_000 }, (_, index) => ({
      domain_id: `d${index}`,
      domain_name: '',
      is_active: true,
      version: 1,
      addresses: null,
      get host() {
        looked += 1;
        return `h${index}.example`;
      },
    }));
    const book = new HostBook([]);
    book.update(changed(...rows));
    looked = 0;
    for (let name = 0; name < 100; name += 1) {
      book.find(`n${name}.example`);
      book.find(`h${name}.example`);
      book.apply(row(`x${name}`, `x${name}.example`, false));
    }
    expect(looked).toBe(0);
    expect(book.find('x99.example').active).toBe(false);
  });

  it('says of which hosts it knows domains', () => {
    const book = new HostBook([]);
    const isListed = () => book.find('go.test').isListed;
    expect(isListed()).toBe(false);
    book.update(changed(row('a', 'go.test', true), row('b', 'go.test', false)));
    expect(isListed()).toBe(true);
    book.update({ changed: [], removed: ['a'] });
    expect(isListed()).toBe(true);
    book.update({ changed: [], removed: ['b'] });
    expect(isListed()).toBe(false);
  });

  it('has no addresses of a domain any more that is gone, for whoever visited its host before', () => {
    const book = new HostBook([]);
    const addresses = { root_url: 'https://example.com/' };
    book.update(changed(Object.assign(row('a', 'go.test', true), { addresses })));
    expect(book.find('go.test').addresses).toEqual(addresses);
    book.update({ changed: [], removed: ['a'] });
    expect(book.find('go.test').addresses).toBeNull();
  });

  it('remembers few of the names that it is asked for, and none that can be no host', () => {
    const book = new HostBook([]);
    const remembered = (): number => (book as unknown as { remembered: Map<string, unknown> }).remembered.size;
    book.find('x'.repeat(261));
    expect(remembered()).toBe(0);
    for (let host = 0; host < 25_000; host += 1) book.find(`h${host}.test`);
    expect(remembered()).toBeGreaterThan(0);
    expect(remembered()).toBeLessThanOrEqual(10_000);
  });
});
