import { expect, it } from '@jest/globals';
import { emptyRow, nameInRows, rowsOf, targetsOf } from './location-rows';

const url = 'https://example.com';

it('one row stays, and those without a country or an address are left out', () => {
  expect(rowsOf()).toEqual([emptyRow]);
  expect(rowsOf({})).toEqual([emptyRow]);
  expect(rowsOf({ VN: url, other: url })).toEqual([
    { country: 'VN', url },
    { country: 'other', url },
  ]);
  const rows = [emptyRow, { country: 'VN', url: ` ${url} ` }, { country: 'US', url: ' ' }, { country: null, url }];
  expect(targetsOf(rows)).toEqual({ VN: url });
});

it('what is wrong with a country is said at its row, whatever rows are not sent', () => {
  const rows = [emptyRow, { country: 'VN', url: '' }, { country: 'US', url }];
  expect(nameInRows('location_targeting.US', rows)).toBe('location_targeting.2.url');
  expect(nameInRows('location_targeting.VN', rows)).toBe('location_targeting.VN');
  expect(nameInRows('device_targeting.mobile', rows)).toBe('device_targeting.mobile');
});
