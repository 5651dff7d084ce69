import { beforeEach, expect, it } from '@jest/globals';
import { dropWayOn, keepWayOn, readWayOn } from './way-on';

beforeEach(() => localStorage.clear());

it('is that of the account alone, until it is dropped', () => {
  keepWayOn('7', '?invite=a&tab=overview');
  const wayOn = readWayOn();
  expect(wayOn('7')).toBe('/dashboard?invite=a&tab=overview');
  expect(wayOn('8')).toBe('/dashboard');
  dropWayOn();
  expect(wayOn('7')).toBe('/dashboard?invite=a&tab=overview');
  expect(readWayOn()('7')).toBe('/dashboard');
});

it('is the dashboard where nothing was carried, however the browser was left', () => {
  keepWayOn('7', '?invite=a');
  keepWayOn('7', '');
  expect(readWayOn()('7')).toBe('/dashboard');
  for (const left of ['{', '7', '["7"]', '["7",1]', '["7","//evil.example"]']) {
    localStorage.setItem('after_confirmation', left);
    expect(readWayOn()('7')).toBe('/dashboard');
  }
});
