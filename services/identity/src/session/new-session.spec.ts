import { describe, expect, it } from '@jest/globals';
import { hashToken, newSession } from './new-session.js';

const USER = '0199a1b2-0000-7000-8000-000000000001';

describe('newSession', () => {
  it('gives each session its own secret of 256 bits and keeps its hash', () => {
    const [one, two] = [1, 2].map(() => newSession(USER, { ip: '203.0.113.7', user_agent: 'Browser' }));
    expect(one?.token).toMatch(/^[\w-]{43}$/);
    expect(one?.token).not.toBe(two?.token);
    expect(one?.token_hash.equals(hashToken(one.token))).toBe(true);
    expect(one?.token_hash.toString('base64url')).not.toBe(one?.token);
  });

  it('can be stored whatever the headers hold', () => {
    const { ip, user_agent } = newSession(USER, {
      ip: '203.0.113.7',
      user_agent: `a\u0000b${'c'.repeat(508)}\u{1F600}\u{1F600}`,
    });
    expect(ip).toBe('203.0.113.7');
    expect(user_agent.startsWith('a b')).toBe(true);
    expect(user_agent).toHaveLength(512);
    expect(user_agent.isWellFormed()).toBe(true);
  });
});
