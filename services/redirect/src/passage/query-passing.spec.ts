import { describe, expect, it } from '@jest/globals';
import { withQuery } from './query-passing.js';

const append = (destination: string, query: string) => withQuery(destination, query, 'append', false);
const replace = (destination: string, query: string) => withQuery(destination, query, 'replace', false);

describe('withQuery', () => {
  it('passes nothing on where that is off, and changes nothing without a query', () => {
    expect(withQuery('https://a.test/?x=1', 'y=2', 'off', false)).toBe('https://a.test/?x=1');
    expect(append('https://a.test/?', '')).toBe('https://a.test/?');
    expect(append('https://a.test/?x=1#end', '&&')).toBe('https://a.test/?x=1#end');
  });

  it('adds what the destination does not have, before its fragment', () => {
    expect(append('https://a.test/page#part', 'x=1&y')).toBe('https://a.test/page?x=1&y#part');
    expect(append('https://a.test/?x=own', 'x=1&y=2&y=3')).toBe('https://a.test/?x=own&y=2&y=3');
    expect(append('https://a.test/#?x=1', 'x=2')).toBe('https://a.test/?x=2#?x=1');
  });

  it('puts all of it in place of what the destination has by the same names', () => {
    expect(replace('https://a.test/?x=own&z=9&x=more#part', 'x=1&y=2')).toBe('https://a.test/?z=9&x=1&y=2#part');
    expect(replace('https://a.test/?x=own', '')).toBe('https://a.test/?x=own');
  });

  it('knows a name however it is written, and keeps each as it was written', () => {
    expect(append('https://a.test/?a%20b=1', 'a+b=2&%61%20b=3&c=%C3%A9')).toBe('https://a.test/?a%20b=1&c=%C3%A9');
    expect(replace('https://a.test/?%E1%BA%A5=1&q=%2F', '%e1%ba%a5=2')).toBe('https://a.test/?q=%2F&%e1%ba%a5=2');
    expect(append('https://a.test/?%=1', '%=2&%zz=3')).toBe('https://a.test/?%=1&%zz=3');
  });

  it('writes what a header cannot hold as escapes, and lets nothing end the query', () => {
    expect(append('https://a.test/', 'x=\u00e9 y#z')).toBe('https://a.test/?x=%C3%A9%20y%23z');
    expect(append('https://a.test/', 'x=%0d%0aSet-Cookie:a')).toBe('https://a.test/?x=%0d%0aSet-Cookie:a');
    expect(append('https://a.test/', 'x=\r\n')).toBe('https://a.test/?x=%0D%0A');
    expect(append('https://a.test/', 'x=😀')).toBe('https://a.test/?x=%F0%9F%98%80');
  });

  it('keeps the language of our own pages to itself, and only that', () => {
    expect(withQuery('https://a.test/', 'lang=vi&x=1&lang=fr', 'append', true)).toBe('https://a.test/?x=1&lang=fr');
    expect(append('https://a.test/', 'lang=vi')).toBe('https://a.test/?lang=vi');
  });

  it('drops a query that is too long, or makes the whole too long', () => {
    const long = `https://a.test/${'p'.repeat(7_900)}`;
    expect(append(long, `x=${'1'.repeat(82)}`)).toHaveLength(8_000);
    expect(append(long, `x=${'1'.repeat(83)}`)).toBe(long);
    expect(append('https://a.test/', `x=${'1'.repeat(4_094)}`)).toHaveLength(15 + 1 + 4_096);
    expect(append('https://a.test/', `x=${'1'.repeat(4_095)}`)).toBe('https://a.test/');
  });
});
