import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { EMAIL, phoneOf, timeZoneOf } from '../src/rules/accounts.js';

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

describe('a phone number', () => {
  it.each([
    ['+84 912 345 678', '+84912345678'],
    ['0084-912.345.678', '+84912345678'],
    ['+84 (0)912 345 678', '+84912345678'],
    ['+1 (212) 555‑0100', '+12125550100'],
    ['+44\u00a020/7946 0958', '+442079460958'],
  ])('%j is %s', (typed, kept) => expect(phoneOf(typed)).toBe(kept));

  it.each([
    '',
    '0912 345 678',
    '912345678',
    '+0 912 345 678',
    '+84',
    '+84 912 345 678 912 345',
    '+84 912 ABC 678',
    '++84912345678',
  ])('%j is none', (typed) => expect(phoneOf(typed)).toBeNull());

  it('stays itself', () => expect(phoneOf(phoneOf('+84 912 345 678') ?? '')).toBe('+84912345678'));
});

describe('a time zone', () => {
  it.each([
    ['Asia/Ho_Chi_Minh', 'Asia/Ho_Chi_Minh'],
    ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
    ['america/new_york', 'America/New_York'],
    ['utc', 'UTC'],
    ['America/Nuuk', 'America/Nuuk'],
  ])('%s is called %s', (typed, kept) => expect(timeZoneOf(typed)).toBe(kept));

  it.each(['', '+07:00', '7', 'Mars/Olympus', 'Asia/Ho Chi Minh', ' UTC'])('%j is none', (typed) =>
    expect(timeZoneOf(typed)).toBeNull(),
  );
});
