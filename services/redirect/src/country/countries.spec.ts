import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Health } from '@linkway/platform';
import { Countries } from './countries.js';

const warn = jest.fn();
let health: Health;
let folder: string;
beforeEach(() => {
  warn.mockClear();
  health = new Health();
  health.markStarted();
  folder = mkdtempSync(join(tmpdir(), 'lw-countries-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const countries = (GEO_DB_COUNTRY = '') => new Countries({ GEO_DB_COUNTRY }, health, { warn });

describe('Countries', () => {
  it('finds the country of IPv4 and IPv6 addresses, in the same turn once the file is in memory', async () => {
    const found = countries();
    expect(await found.find('113.160.0.1')).toBe('VN');
    expect(found.find('2402:800:6000::1')).toBe('VN');
    expect(found.find('8.8.8.8')).toBe('US');
    expect((await health.report()).ready).toBe(true);
  });

  it.each(['127.0.0.1', '10.0.0.1', '', 'unknown', '999.1.1.1', '::1'])('knows no country of %j', async (ip) =>
    expect(await countries().find(ip)).toBe(''),
  );

  it('answers without a file, says so once and in readiness, and looks again after a while', async () => {
    const path = join(folder, 'country.mmdb');
    const found = countries(path);
    expect((await health.report()).checks).toMatchObject({ countries: expect.stringContaining('ENOENT') });
    const now = performance.now();
    expect(await Promise.all([1, 2].map(async (at) => found.find(`8.8.8.${at}`, now)))).toEqual(['', '']);
    expect(warn).toHaveBeenCalledTimes(1);
    writeFileSync(path, 'no such format');
    expect(found.find('8.8.8.8', now + 9_000)).toBe('');
    expect(await found.find('8.8.8.8', now + 11_000)).toBe('');
    expect(warn).toHaveBeenCalledTimes(2);
    expect((await health.report()).ready).toBe(false);
  });
});
