import { describe, expect, it } from '@jest/globals';
import { namesWithin } from './key-domains.js';

describe('names of domains for the audit log', () => {
  it('stand side by side, and what finds no room is counted', () => {
    const names = ['a.example', 'b.example', 'c.example'];
    expect(namesWithin(names, 29)).toBe('a.example b.example c.example');
    expect(namesWithin(names, 28)).toBe('a.example b.example +1');
    expect(namesWithin(names, 12)).toBe('a.example +2');
    expect(namesWithin(names, 5)).toBe('+3');
    const many = Array.from({ length: 50 }, (_, n) => `${n}.${'x'.repeat(240)}.example`);
    expect(namesWithin(many, 500)).toMatch(/^0\.x+\.example \+49$/);
  });
});
