import { describe, expect, it } from '@jest/globals';
import { isOlder, LEAST_NODE, newest } from './install.mjs';

const node = (version: string, path = version) => ({ path, version });

describe('the Node that everything runs on', () => {
  it('is the newest 24 of the locked one and the system’s', () => {
    expect(newest([node('24.0.0'), node('24.18.1'), node('24.9.0')])).toEqual(node('24.18.1'));
  });

  it('is the locked one where both are the same', () => {
    expect(newest([node('24.21.0', 'locked'), node('24.21.0', 'system')])).toEqual(node('24.21.0', 'locked'));
  });

  it('is never another major version', () => {
    expect(newest([node('22.20.0'), node('26.10.0'), node('24.0.0')])).toEqual(node('24.0.0'));
    expect(newest([node('20.20.2')])).toBeNull();
  });

  it('compares numbers, not text', () => {
    expect(isOlder('24.9.0', LEAST_NODE)).toBe(true);
    expect(isOlder('24.21.0', LEAST_NODE)).toBe(false);
    expect(isOlder(LEAST_NODE, LEAST_NODE)).toBe(false);
  });
});
