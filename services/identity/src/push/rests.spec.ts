import { describe, expect, it } from '@jest/globals';
import { Rests } from './rests.js';

const way = (userId: string, host = 'push.example.com') => ({ userId, host });
const NOBODY = { restingUsers: [], restingHosts: [] };

describe('what pushes leave alone for a while', () => {
  it('is an account whose browser is not answered for, and no other at the same push service', () => {
    const rests = new Rests();
    for (let time = 0; time < 5; time += 1) rests.away(way('a'), time);
    expect(rests.at(10)).toEqual({ restingUsers: ['a'], restingHosts: [] });
    expect(rests.at(30_004)).toEqual(NOBODY);
  });

  it('is a push service that answers for none of three accounts', () => {
    const rests = new Rests();
    for (const userId of ['a', 'b']) rests.away(way(userId), 0);
    rests.away(way('c', 'other.example.com'), 0);
    expect(rests.at(1).restingHosts).toEqual([]);
    rests.away(way('c'), 0);
    expect(rests.at(1).restingHosts).toEqual(['push.example.com']);
    expect(rests.at(30_000)).toEqual(NOBODY);
    rests.away(way('a'), 30_000);
    expect(rests.at(30_001).restingHosts).toEqual([]);
  });

  it('is none that has answered meanwhile, nor is one of long ago counted', () => {
    const rests = new Rests();
    for (const userId of ['a', 'b']) rests.away(way(userId), 0);
    rests.answered(way('d'));
    rests.away(way('c'), 0);
    expect(rests.at(1).restingHosts).toEqual([]);
    rests.at(30_000);
    for (const userId of ['d', 'e']) rests.away(way(userId), 30_000);
    expect(rests.at(30_001).restingHosts).toEqual([]);
  });
});
