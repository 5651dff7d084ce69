import { expect, it } from '@jest/globals';
import { requestId } from './request-context.js';

it('keeps a request id that is harmless in logs and headers', () => {
  expect(requestId('abc-DEF_1.2345')).toBe('abc-DEF_1.2345');
});

it.each([undefined, '', 'short', 'with space 1', 'line\nbreak-12', 'x'.repeat(65), ['abcdefgh', 'ijklmnop']])(
  'makes a new one for %j',
  (given) => expect(requestId(given)).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/),
);
