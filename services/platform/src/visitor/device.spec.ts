import { describe, expect, it, jest } from '@jest/globals';
import Bowser from 'bowser';
import { deviceOf } from './device.js';

const SAFARI = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';

describe('deviceOf', () => {
  it.each([
    [
      'iPhone',
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${SAFARI} Version/18.5 Mobile/15E148 Safari/604.1`,
    ],
    ['Android phone', `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`],
    [
      'Zalo in-app',
      `Mozilla/5.0 (Linux; Android 12; SM-A125F; wv) ${CHROME} Mobile Safari/537.36 Zalo android/22060503`,
    ],
    ['Facebook in-app', `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${SAFARI} Mobile/15E148 [FBAN/FBIOS]`],
  ])('%s is mobile', (_name, agent) => expect(deviceOf(agent)).toBe('mobile'));

  it.each([
    ['older iPad', `Mozilla/5.0 (iPad; CPU OS 12_2 like Mac OS X) ${SAFARI} Version/12.1 Mobile/15E148 Safari/604.1`],
    ['Chrome on iPadOS', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_4) ${SAFARI} CriOS/140.0.0.0 Safari/605.1.15`],
    ['web view on iPadOS', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${SAFARI} Mobile/15E148`],
    ['Android tablet', `Mozilla/5.0 (Linux; Android 13; SM-X906C) ${CHROME} Safari/537.36`],
    ['Android tablet, reduced agent', `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Safari/537.36`],
    ['Firefox tablet', 'Mozilla/5.0 (Android 14; Tablet; rv:140.0) Gecko/140.0 Firefox/140.0'],
  ])('%s is a tablet', (_name, agent) => expect(deviceOf(agent)).toBe('tablet'));

  it.each([
    ['Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`],
    ['macOS Safari', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${SAFARI} Version/18.5 Safari/605.1.15`],
    ['ChromeOS', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`],
    ['Android television', `Mozilla/5.0 (Linux; Android 9; BRAVIA 4K UR2) ${CHROME} Safari/537.36`],
    ['television', 'Mozilla/5.0 (SMART-TV; Linux; Tizen 2.4.0) AppleWebkit/538.1 TV Safari/538.1'],
    ['nothing', ''],
    ['an unknown program', 'something/1.0'],
    ['a very long one', 'x'.repeat(100_000)],
  ])('%s is a desktop', (_name, agent) => expect(deviceOf(agent)).toBe('desktop'));

  it('looks into a user agent once', () => {
    const parsing = jest.spyOn(Bowser, 'getParser');
    const agent = `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36 once`;
    for (const _ of [1, 2, 3]) expect(deviceOf(agent)).toBe('mobile');
    expect(parsing).toHaveBeenCalledTimes(1);
    parsing.mockRestore();
  });
});
