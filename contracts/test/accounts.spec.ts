import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { EMAIL } from '../src/rules/accounts.js';

it.each([
  'ann@example.com',
  "o'hara+news@mail.example.co",
  'ANN@EXAMPLE.COM',
  'ann',
  'ann@example',
  '.ann@example.com',
  'a..b@example.com',
  'ann @example.com',
])('the form and the API judge %j alike', (email) =>
  expect(EMAIL.test(email)).toBe(z.email().safeParse(email).success),
);
