import { describe, expect, it } from '@jest/globals';
import { route } from './fake-route.js';
import { newestOf, versionOf } from './route-version.js';

describe('newestOf', () => {
  it('keeps of each key the newest change, whatever order they came in', () => {
    const [first, second] = [versionOf(route({ version: 1 })), versionOf(route({ version: 2 }))];
    const elsewhere = versionOf(route({ host: 'other.test' }));
    const gone = { code: 'abc', host: 'go.test', version: 3, route: null };
    expect(newestOf([first, elsewhere, second])).toEqual([second, elsewhere]);
    expect(newestOf([second, first])).toEqual([second]);
    expect(newestOf([second, gone, first])).toEqual([gone]);
    expect(newestOf([])).toEqual([]);
  });
});
