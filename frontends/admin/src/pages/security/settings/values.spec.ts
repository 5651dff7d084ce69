import { describe, expect, it } from '@jest/globals';
import { settings } from '../fixtures';
import { changesOf, faults, valuesOf } from './values';

describe('what is sent of the settings', () => {
  const saved = valuesOf(settings);

  it('is what became otherwise, and nothing else', () => {
    expect(changesOf(saved, saved)).toEqual({});
    const typed = { ...saved, requests_per_minute: ' 30 ', ip_whitelist_enabled: true };
    expect(changesOf(saved, typed)).toEqual({ requests_per_minute: 30, ip_whitelist_enabled: true });
  });

  it('takes addresses however they are set apart, and blank lines for nothing', () => {
    const list = (ip_whitelist: string) => changesOf(saved, { ...saved, ip_whitelist });
    expect(list(' 203.0.113.7\n\n198.51.100.0/24, ::1; ')).toEqual({
      ip_whitelist: ['203.0.113.7', '198.51.100.0/24', '::1'],
    });
    expect(list(`\n${saved.ip_whitelist}\n`)).toEqual({});
  });
});

it.each(['', '0', '5', '65', '6.5', '-6', 'six', '1000000000'])('%p characters are refused', (typed) =>
  expect(faults.min_password_length(typed)).toBe('Enter a whole number from 6 to 64'),
);
it.each(['6', ' 64 '])('%p characters are taken', (typed) => expect(faults.min_password_length(typed)).toBeNull());
