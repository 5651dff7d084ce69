import { describe, expect, it } from '@jest/globals';
import { changeApiKeySchema, createApiKeySchema } from '../src/http/api-keys.js';

const codesOf = (input: object) =>
  createApiKeySchema.safeParse(input).error?.issues.map(({ message }) => message) ?? [];

describe('a new API key', () => {
  it('has a trimmed name, and may read and write for ever unless said otherwise', () => {
    expect(createApiKeySchema.parse({ key_name: '  CI  ' })).toEqual({
      key_name: 'CI',
      permissions: ['read', 'write'],
    });
    const full = { key_name: 'CI', permissions: ['read'], expires_at: '2030-01-31T09:00:00+07:00' };
    expect(createApiKeySchema.parse(full)).toEqual(full);
    expect(createApiKeySchema.parse({ key_name: 'CI', expires_at: null })).toMatchObject({ expires_at: null });
  });

  it.each([
    [{ key_name: '   ' }, 'api_keys.name_required'],
    [{ key_name: 'x'.repeat(101) }, 'request.field_too_long'],
    [{ key_name: 'CI', permissions: [] }, 'api_keys.read_required'],
    [{ key_name: 'CI', permissions: ['write'] }, 'api_keys.read_required'],
    [{ key_name: 'CI', permissions: ['read', 'admin'] }, 'request.field_type'],
    [{ key_name: 'CI', permissions: ['read', 'read', 'read'] }, 'request.field_too_long'],
    [{ key_name: 'CI', domain_ids: ['main'] }, 'request.field_type'],
    [{ key_name: 'CI', domain_ids: Array(51).fill(crypto.randomUUID()) }, 'request.field_too_long'],
    [{ key_name: 'CI', expires_at: 'tomorrow' }, 'api_keys.expires_invalid'],
    [{ key_name: 'CI', expires_at: '9999-12-31T23:59:59-23:59' }, 'api_keys.expires_invalid'],
  ])('%j is refused with %s', (input, code) => {
    expect(codesOf(input)).toEqual([code]);
  });
});

it('is named anew, turned off and on, limited to other domains, and nothing else', () => {
  const domain_ids = [crypto.randomUUID()];
  expect(changeApiKeySchema.parse({ domain_ids })).toEqual({ domain_ids });
  expect(changeApiKeySchema.parse({ domain_ids: null })).toEqual({ domain_ids: null });
  expect(changeApiKeySchema.parse({ key_name: ' CI ', is_active: false })).toEqual({
    key_name: 'CI',
    is_active: false,
  });
  expect(changeApiKeySchema.parse({})).toEqual({});
  expect(changeApiKeySchema.safeParse({ permissions: ['read', 'write'] }).success).toBe(false);
  expect(changeApiKeySchema.safeParse({ key_name: '' }).success).toBe(false);
});
