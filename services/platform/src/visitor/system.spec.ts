import { describe, expect, it } from '@jest/globals';
import { systemOf } from './system.js';

const SAFARI = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';

describe('systemOf', () => {
  it.each([
    [
      'iPhone',
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${SAFARI} Version/18.5 Mobile/15E148 Safari/604.1`,
    ],
    [
      'Chrome on an iPhone',
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${SAFARI} CriOS/140.0 Mobile/15E148`,
    ],
    ['iPod', `Mozilla/5.0 (iPod touch; CPU iPhone OS 12_5 like Mac OS X) ${SAFARI} Version/12.1 Mobile/15E148`],
    ['older iPad', `Mozilla/5.0 (iPad; CPU OS 12_2 like Mac OS X) ${SAFARI} Version/12.1 Mobile/15E148 Safari/604.1`],
    ['Chrome on iPadOS', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_4) ${SAFARI} CriOS/140.0.0.0 Safari/605.1.15`],
    ['web view on iPadOS', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${SAFARI} Mobile/15E148`],
    ['Facebook in-app', `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${SAFARI} Mobile/15E148 [FBAN/FBIOS]`],
  ])('%s is on iOS', (_name, agent) => expect(systemOf(agent)).toBe('ios'));

  it.each([
    ['Android phone', `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`],
    ['Android tablet', `Mozilla/5.0 (Linux; Android 13; SM-X906C) ${CHROME} Safari/537.36`],
    ['Firefox', 'Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'],
    [
      'Zalo in-app',
      `Mozilla/5.0 (Linux; Android 12; SM-A125F; wv) ${CHROME} Mobile Safari/537.36 Zalo android/22060503`,
    ],
    ['television', `Mozilla/5.0 (Linux; Android 9; BRAVIA 4K UR2) ${CHROME} Safari/537.36`],
  ])('%s is on Android', (_name, agent) => expect(systemOf(agent)).toBe('android'));

  it.each([
    ['Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`],
    // Safari on iPadOS says the same.
    ['macOS Safari', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${SAFARI} Version/18.5 Safari/605.1.15`],
    ['Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
    ['ChromeOS', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`],
    [
      'Windows Phone',
      'Mozilla/5.0 (Mobile; Windows Phone 8.1; Android 4.0; ARM; Trident/7.0; Touch; rv:11.0; NOKIA; Lumia 520) like iPhone OS 7_0_3 Mac OS X AppleWebKit/537 (KHTML, like Gecko) Mobile Safari/537',
    ],
    ['nothing', ''],
    ['an unknown program', 'something/1.0'],
    ['a very long one', `${'x'.repeat(100_000)} Android`],
  ])('%s is on neither', (_name, agent) => expect(systemOf(agent)).toBeNull());
});
