import { describe, expect, it } from '@jest/globals';
import { authenticatorCodeSchema, secondFactorSchema } from '../src/http/codes.js';
import { recoveryCodeOf, secondFactorOf } from '../src/rules/two-factor.js';

const codeOf = (schema: typeof secondFactorSchema, code: unknown) => schema.safeParse(code).error?.issues[0]?.message;

describe('a code of an authenticator', () => {
  it.each(['123456', ' 123 456 ', '123-456', '123\u00a0456', '１２３４５６'])('%j is taken', (typed) =>
    expect(authenticatorCodeSchema.parse(typed)).toBe('123456'),
  );

  it.each([
    ['', 'two_factor.code_required'],
    ['  ', 'two_factor.code_required'],
    [undefined, 'two_factor.code_required'],
    [123456, 'request.field_type'],
    ['12345', 'two_factor.code_format'],
    ['1234567', 'two_factor.code_format'],
    ['12345a', 'two_factor.code_format'],
    ['k3v9d-0xq7m', 'two_factor.code_format'],
    ['1'.repeat(1_000), 'two_factor.code_format'],
  ])('%j is refused with %s', (typed, error) => expect(codeOf(authenticatorCodeSchema, typed)).toBe(error));
});

describe('a second factor', () => {
  it.each([
    ['123 456', '123456'],
    ['k3v9d-0xq7m', 'k3v9d-0xq7m'],
    ['K3V9D0XQ7M', 'k3v9d-0xq7m'],
    [' k3v9d – oxq7m ', 'k3v9d-0xq7m'],
    ['IL000-00000', '11000-00000'],
    ['12345-67890', '12345-67890'],
  ])('%j is %s', (typed, kept) => {
    expect(secondFactorSchema.parse(typed)).toBe(kept);
    // Parsed at the gateway, and once more by identity.
    expect(secondFactorSchema.parse(kept)).toBe(kept);
  });

  it.each([
    ['', 'two_factor.code_required'],
    ['12345', 'two_factor.code_or_recovery_format'],
    ['k3v9d-0xq7', 'two_factor.code_or_recovery_format'],
    ['k3v9d-0xq7u', 'two_factor.code_or_recovery_format'],
    ['k3v9d_0xq7m', 'two_factor.code_or_recovery_format'],
  ])('%j is refused with %s', (typed, error) => {
    expect(codeOf(secondFactorSchema, typed)).toBe(error);
    expect(secondFactorOf(typed)).toBeNull();
  });

  it('is no recovery code where it has six digits', () => expect(recoveryCodeOf('123456')).toBeNull());
});
