import { expect, it } from '@jest/globals';
import { canonicalJson } from './canonical-json.js';

it('is the same in whatever order a value was written', () => {
  const one = { b: [1, { d: null, c: 'x' }], a: true };
  const other = { a: true, b: [1, { c: 'x', d: null }] };
  expect(canonicalJson(one)).toBe('{"a":true,"b":[1,{"c":"x","d":null}]}');
  expect(canonicalJson(other)).toBe(canonicalJson(one));
});

it('tells values apart that look alike', () => {
  const values = [{ a: '1' }, { a: 1 }, { a: '"b":1' }, { a: '', b: 1 }, ['a', 'b'], ['a,b'], ['a","b'], [], {}, ''];
  expect(new Set(values.map(canonicalJson)).size).toBe(values.length);
});
