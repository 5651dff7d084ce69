import { expect, it } from '@jest/globals';
import { isDay, isTime, readDay, readTime } from './typed-time';

const local = (...at: [number, number, number, number?, number?, number?]) => new Date(...at).toISOString();

it.each([
  ['31/12/2030 10:00', local(2030, 11, 31, 10)],
  [' 31/12/2030  9:05 ', local(2030, 11, 31, 9, 5)],
  ['1/2/2030 10:00', local(2030, 1, 1, 10)],
  ['31/12/2030', local(2030, 11, 31)],
  ['2030-05-05 10:00', local(2030, 4, 5, 10)],
  ['2030-05-05T10:00', local(2030, 4, 5, 10)],
  ['2030-05-05T10:00:30', local(2030, 4, 5, 10, 0, 30)],
  ['2030-05-05', local(2030, 4, 5)],
  ['2020-01-01 00:00', local(2020, 0, 1)],
  ['2030-05-05T10:00:00Z', '2030-05-05T10:00:00.000Z'],
  ['2030-05-05T10:00:00.250+07:00', '2030-05-05T03:00:00.250Z'],
  ['31/02/2030 10:00', null],
  ['2030-02-31T10:00:00Z', null],
  ['2030-13-01', null],
  ['31/12/2030 25:00', null],
  ['31/12/30', null],
  ['tomorrow', null],
  ['', null],
])('%j is read as %s', (text, time) => expect(readTime(text)).toBe(time));

it('tells a time from what was typed', () => {
  expect(isTime(local(2030, 0, 1))).toBe(true);
  expect(isTime('2030-01-31T09:00:00Z')).toBe(true);
  expect(isTime('tomorrow')).toBe(false);
});

it.each([
  ['31/12/2030', '2030-12-31'],
  [' 1/2/2030 ', '2030-02-01'],
  ['2030-05-05', '2030-05-05'],
  ['29/02/2028', '2028-02-29'],
  ['29/02/2030', null],
  ['31/12/30', null],
  ['31/12/2030 10:00', null],
  ['tomorrow', null],
  ['', null],
])('%j is read as the day %s', (text, day) => expect(readDay(text)).toBe(day));

it('tells a day from what was typed', () => {
  expect(['2030-01-31', '2030-02-31', '31/01/2030', 'tomorrow'].map(isDay)).toEqual([true, false, false, false]);
});
