import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { comparedOf, type Entry, entryOf } from './block-entry.js';
import { BlockMatcher, type ListedEntry } from './block-matcher.js';

/** What an entry means, word for word. */
function holds({ kind, entry }: Entry, address: string): boolean {
  const { host, path, written, search } = comparedOf(address);
  return [path, written].some((either) => holdsOn({ kind, entry }, host, either, search));
}

function holdsOn({ kind, entry }: Entry, host: string, path: string, search: string): boolean {
  if (kind === 'site') return host === entry || host.endsWith(`.${entry}`);
  if (kind === 'host') return `=${host}` === entry;
  if (kind === 'address') return (search ? '' : '=') + host + path + search === entry;
  const at = entry.indexOf('/');
  const [onHost, begin] = [entry.slice(0, at), entry.slice(at)];
  return (
    host === onHost && path.startsWith(begin) && (begin.endsWith('/') || /^(?:\/|$)/.test(path.slice(begin.length)))
  );
}

const some = <T>(...values: T[]) => fc.constantFrom(...values);
const hosts = fc
  .array(some('a', 'b', 'xn--v-d-rma6749a'), { minLength: 1, maxLength: 4 })
  .map((labels) => `${labels.join('.')}.vn`);
const paths = fc
  .array(some('/', '//', 'x', 'y', '%78', '..', '%2F'), { maxLength: 6 })
  .map((parts) => `/${parts.join('')}`);
const queries = some('', '?', '?q', '?%71', '?q=/x');
const addresses = fc
  .tuple(some('http', 'https'), hosts, some('', '.', ':8080'), paths, queries, some('', '#f'))
  .map(([scheme, host, more, path, query, hash]) => `${scheme}://${host}${more}${path}${query}${hash}`);
const lines = fc
  .tuple(some('', '=', '*.', 'https://'), hosts, fc.option(paths, { nil: '' }), some('', '', '?q'))
  .map((parts) => parts.join(''));

describe('what is found for an address', () => {
  it('is what each entry by itself says', () => {
    fc.assert(
      fc.property(
        fc.array(lines, { maxLength: 12 }),
        fc.array(fc.nat(11), { maxLength: 4 }),
        addresses,
        (texts, gone, address) => {
          const matcher = new BlockMatcher<ListedEntry>();
          const known = new Map<string, ListedEntry>();
          for (const [at, text] of texts.entries()) {
            const read = entryOf(text);
            if (read === null || 'fault' in read || [...known.values()].some(({ entry }) => entry === read.entry))
              continue;
            known.set(String(at), { id: String(at), ...read });
          }
          for (const entry of known.values()) matcher.add(entry);
          for (const at of gone) {
            matcher.remove(String(at));
            known.delete(String(at));
          }
          const expected = [...known.values()].filter((entry) => holds(entry, address)).map(({ id }) => id);
          expect(
            matcher
              .find(address)
              .map(({ id }) => id)
              .sort(),
          ).toEqual(expected.sort());
          expect(matcher.size).toBe(known.size);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it.each(['/login/..%2Fz', '/login/..;/z', '/z/..%2Flogin'])(
    'is a path that either kind of server has it for: %s',
    (path) => {
      const matcher = new BlockMatcher<ListedEntry>();
      matcher.add({ id: 'path', kind: 'path', entry: 'bad.example/login' });
      expect(matcher.find(`https://bad.example${path}`)).toHaveLength(1);
      expect(matcher.find('https://bad.example/z')).toEqual([]);
    },
  );

  it('costs no more with a hundred thousand entries, however long the address is', () => {
    const matcher = new BlockMatcher<ListedEntry>();
    for (let at = 0; at < 100_000; at += 1) matcher.add({ id: String(at), kind: 'site', entry: `s${at}.example` });
    matcher.add({ id: 'path', kind: 'path', entry: 'deep.example/a/a' });
    const long = `https://deep.example${'/a'.repeat(3_900)}`;
    const began = performance.now();
    for (let at = 0; at < 1_000; at += 1) matcher.find(`https://www.s${at}.example/x`);
    for (let at = 0; at < 50; at += 1) expect(matcher.find(long)).toHaveLength(1);
    expect(performance.now() - began).toBeLessThan(500);
    expect(matcher.find('https://www.s7.example/')).toHaveLength(1);
    expect(matcher.find('https://xs7.example/')).toEqual([]);
    expect(matcher.find('myapp://page')).toEqual([]);
  });
});
