import { beforeEach, expect, it } from '@jest/globals';
import { ApiProblem } from '../../api';
import { submissions } from './submissions';

const link = { url: 'https://example.com', password: 'secret' };
const unreachable = new ApiProblem({ code: 'network.unreachable', detail: '' });
const refused = new ApiProblem({ code: 'links.code_taken', status: 409, detail: '' });

beforeEach(() => sessionStorage.clear());

it('has its key over a reload until it is answered, and keeps no password', () => {
  const key = submissions('1').keyFor(link);
  const reloaded = submissions('1');
  expect(reloaded.keyFor(link)).toBe(key);
  reloaded.answered(unreachable);
  expect(submissions('1').keyFor(link)).toBe(key);
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('secret');
  reloaded.answered(refused);
  expect(submissions('1').keyFor(link)).not.toBe(key);
});

it.each([
  ['another address', { ...link, url: 'https://example.com/other' }],
  ['no password', { url: link.url }],
])('with %s is a new one after a reload', (_what, other) => {
  const key = submissions('1').keyFor(link);
  expect(submissions('1').keyFor(other)).not.toBe(key);
});

it('with another password, or of another account, is a new one', () => {
  const keys = submissions('1');
  const key = keys.keyFor(link);
  expect(keys.keyFor({ ...link, password: 'other' })).not.toBe(key);
  expect(submissions('2').keyFor(link)).not.toBe(key);
});

it('is not forgotten for the answer to an earlier one, of a page that was left', () => {
  const left = submissions('1');
  left.keyFor(link);
  const key = submissions('1').keyFor({ url: 'https://example.com/other' });
  left.answered();
  expect(submissions('1').keyFor({ url: 'https://example.com/other' })).toBe(key);
});
