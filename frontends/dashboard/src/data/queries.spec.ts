import { expect, it } from '@jest/globals';
import { zoneName } from './queries';

it.each([
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['America/New_York', 'America/New_York'],
])('%s is called %s', (name, today) => expect(zoneName(name)).toBe(today));
