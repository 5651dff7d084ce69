import { expect, it } from '@jest/globals';
import { columnsFor } from './columns';

const columns = [
  { key: 'main', minWidth: 300 },
  { key: 'state', minWidth: 176 },
  { key: 'created', minWidth: 116, under: 'state' },
  { key: 'actions', minWidth: { buttons: 3 } },
];
const keys = (width: number, room: { touch?: boolean; selects?: boolean } = {}): string[] | null =>
  columnsFor(columns, { width, touch: false, selects: false, ...room })?.map(({ key }) => key) ?? null;

const all = ['main', 'state', 'created', 'actions'];
const folded = ['main', 'state', 'actions'];

it('has all columns where there is room for them, then those that cannot stand under another, else none', () => {
  // 300 + 176 + 116 + 3 buttons of 32 + 32.
  expect(keys(720)).toEqual(all);
  expect(keys(719)).toEqual(folded);
  expect(keys(604)).toEqual(folded);
  expect(keys(603)).toBeNull();
});

it('counts the room of fingers and of boxes to tick', () => {
  expect(keys(755, { touch: true })).toEqual(folded);
  expect(keys(756, { touch: true })).toEqual(all);
  expect(keys(767, { selects: true })).toEqual(folded);
  expect(keys(768, { selects: true })).toEqual(all);
});

it('is a table of all columns before the room is known', () => {
  expect(keys(0)).toEqual(all);
});
