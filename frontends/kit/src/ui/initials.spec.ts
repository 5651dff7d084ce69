import { expect, it } from '@jest/globals';
import { initialsOf } from './initials';

const email = 'linh@example.com';

it.each([
  ['Nguyễn Văn An', 'NA'],
  ['  ông   Đức ', 'ÔĐ'],
  ['a\u0301nh', 'Á'],
  ['Ada', 'A'],
  ['𝒜 b c d', '𝒜D'],
  ['', 'L'],
  ['   ', 'L'],
])('of %j are %j', (full_name, initials) => expect(initialsOf({ full_name, email })).toBe(initials));
