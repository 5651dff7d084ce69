import { describe, expect, it } from '@jest/globals';
import { type ErrorCode, errorMessage, errorMessages, errors, isErrorCode } from '../src/errors/index.js';

const codes = Object.keys(errors) as ErrorCode[];
const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();

describe('error texts', () => {
  it.each(['en', 'vi'] as const)('has one text for every code and for nothing else in %s', (locale) => {
    expect(Object.keys(errorMessages[locale]).sort()).toEqual([...codes].sort());
    expect(codes.filter((code) => errorMessages[locale][code].trim() === '')).toEqual([]);
  });

  it.each(codes)('says the same placeholders of %s in both languages', (code) => {
    expect(placeholders(errorMessages.vi[code])).toEqual(placeholders(errorMessages.en[code]));
  });

  it('translates every text', () => {
    expect(codes.filter((code) => errorMessages.vi[code] === errorMessages.en[code])).toEqual([]);
  });

  it('answers every code with an error status', () => {
    expect(codes.filter((code) => errors[code].status < 400 || errors[code].status > 599)).toEqual([]);
  });

  it('puts parameters into the text and leaves unknown placeholders alone', () => {
    expect(errorMessage('links.code_taken', 'en', { code: 'summer' })).toContain('summer');
    expect(errorMessage('links.guest_limit', 'vi', { limit: 5 })).toContain('5');
    expect(errorMessage('links.code_taken', 'en')).toContain('{code}');
  });

  it.each([
    [1, '1 second', '1 giây'],
    [30, '30 seconds', '30 giây'],
    [60, '60 seconds', '60 giây'],
    [61, '2 minutes', '2 phút'],
    [889, '15 minutes', '15 phút'],
    [900, '15 minutes', '15 phút'],
  ])('tell whom to wait for %i s as a person would', (retry_after, en, vi) => {
    expect(errorMessage('auth.throttled', 'en', { retry_after })).toBe(`Too many attempts. Please try again in ${en}.`);
    expect(errorMessage('auth.throttled', 'vi', { retry_after })).toContain(`thử lại sau ${vi}.`);
  });

  it('knows its codes from other texts', () => {
    expect(isErrorCode('links.code_taken')).toBe(true);
    expect(isErrorCode('toString')).toBe(false);
  });
});
