import { describe, expect, it } from '@jest/globals';
import { defineEvent, linksClicked } from '@linkway/contracts';
import { z } from 'zod';
import { aggregateOf } from './aggregate.js';

const moved = defineEvent('evt.depot.parcel-moved.v1', '', z.object({ parcel: z.object({ id: z.string() }) }), {
  key: 'parcel.id',
});

describe('aggregateOf', () => {
  it('is what the key of the contract leads to', () => {
    expect(aggregateOf(moved, { parcel: { id: 'p1' } })).toBe('p1');
    expect(aggregateOf(linksClicked, { clicks: [] })).toBeNull();
  });

  it('never lets an event pass without its place', () => {
    for (const data of [{}, { parcel: null }, { parcel: { id: 7 } }]) {
      expect(() => aggregateOf(moved, data)).toThrow('evt.depot.parcel-moved.v1 has no parcel.id');
    }
  });
});
