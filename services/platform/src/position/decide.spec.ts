import { describe, expect, it } from '@jest/globals';
import { decide, type Facts } from './decide.js';

const made = new Date('2026-01-01T00:00:00Z');
const at = (sequence: number, rewoundAt: Date | null = null, created = made) => ({ created, sequence, rewoundAt });
const facts = (over: Partial<Facts>): Facts => ({
  position: at(100),
  known: at(100),
  doubt: null,
  stream: { created: made, first: 1, last: 200 },
  floor: 120,
  delivered: 130,
  fresh: false,
  ...over,
});
const doubt = (over: boolean) => ({ floor: 120, rewoundAt: null, over });

describe('decide', () => {
  it('follows the consumer', () => {
    expect(decide(facts({}))).toEqual({ kind: 'keep', sequence: 120 });
    expect(decide(facts({ floor: 90 }))).toEqual({ kind: 'keep', sequence: 100 });
  });

  it('sets the consumer back where the database is older than what was seen', () => {
    expect(decide(facts({ known: at(110) }))).toEqual({ kind: 'rewind', sequence: 100, gap: false });
    const trimmed = { created: made, first: 105, last: 200 };
    expect(decide(facts({ known: at(110), stream: trimmed }))).toEqual({ kind: 'rewind', sequence: 100, gap: true });
    expect(decide(facts({ known: at(110), position: null }))).toEqual({ kind: 'rewind', sequence: 0, gap: false });
  });

  it('leaves it alone once another process has set it back', () => {
    expect(decide(facts({ known: at(110), position: at(100, new Date()) }))).toEqual({ kind: 'adopt' });
    expect(decide(facts({ known: null, doubt: doubt(true), position: at(100, new Date()) }))).toEqual({
      kind: 'adopt',
    });
  });

  it('at the start gives other processes time to write what they have handled', () => {
    const begun = { known: null, doubt: null };
    expect(decide(facts(begun))).toEqual({ kind: 'doubt', floor: 120 });
    expect(decide(facts({ ...begun, doubt: doubt(false), floor: 150 }))).toEqual({ kind: 'doubt', floor: 120 });
    expect(decide(facts({ ...begun, doubt: doubt(true) }))).toEqual({ kind: 'rewind', sequence: 100, gap: false });
    const written = facts({ ...begun, doubt: doubt(true), position: at(130), floor: 150 });
    expect(decide(written)).toEqual({ kind: 'keep', sequence: 150 });
  });

  it('makes a consumer that is missing where the data are', () => {
    expect(decide(facts({ floor: null }))).toEqual({ kind: 'rewind', sequence: 100, gap: false });
    const empty = { floor: null, position: null, known: null };
    expect(decide(facts(empty))).toEqual({ kind: 'rewind', sequence: 0, gap: false });
    const trimmed = { ...empty, stream: { created: made, first: 5, last: 9 } };
    expect(decide(facts(trimmed))).toEqual({ kind: 'rewind', sequence: 0, gap: true });
  });

  it('tells an upgrade, or what may be older than that, from an empty database', () => {
    const unknown = { position: null, known: null };
    expect(decide(facts(unknown))).toEqual({ kind: 'begin', sequence: 120 });
    // Nothing was acknowledged that it could miss.
    expect(decide(facts({ ...unknown, floor: 0 }))).toEqual({ kind: 'keep', sequence: 0 });
    expect(decide(facts({ ...unknown, fresh: true }))).toEqual({ kind: 'rewind', sequence: 0, gap: false });
  });

  it.each([
    ['is another one', { position: at(100, null, new Date('2025-01-01T00:00:00Z')) }],
    ['is another one, without a consumer', { position: at(100, null, new Date('2025-01-01T00:00:00Z')), floor: null }],
    ['ends before the position', { position: at(201) }],
    ['ends before the position, without a consumer', { position: at(201), floor: null, delivered: 0 }],
    ['ends before what its consumer was given', { delivered: 201 }],
  ])('tells a gap and begins anew where the stream %s', (_, over) => {
    expect(decide(facts(over))).toEqual({ kind: 'rewind', sequence: 0, gap: true });
  });

  it('leaves a stream alone that ends with what was done', () => {
    const done = { position: at(200), known: at(200), floor: 200, delivered: 200 };
    expect(decide(facts(done))).toEqual({ kind: 'keep', sequence: 200 });
  });
});
