import { describe, expect, it } from '@jest/globals';
import { agentOf } from './agent.js';

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const CHROMIUM = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';

describe('agentOf', () => {
  it.each([
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROMIUM} Safari/537.36`, 'desktop', 'chrome', 'windows'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROMIUM} Safari/537.36 Edg/140.0.0.0`, 'desktop', 'edge', 'windows'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'desktop', 'firefox', 'linux'],
    [
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/18.5 Safari/605.1.15`,
      'desktop',
      'safari',
      'macos',
    ],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${WEBKIT} Version/18.5 Mobile/15E148 Safari/604.1`,
      'mobile',
      'safari',
      'ios',
    ],
    [`Mozilla/5.0 (Linux; Android 10; K) ${CHROMIUM} Mobile Safari/537.36`, 'mobile', 'chrome', 'android'],
    [
      `Mozilla/5.0 (Linux; Android 14; SM-S911B) ${CHROMIUM} Mobile Safari/537.36 Zalo android/22060503`,
      'mobile',
      'zalo',
      'android',
    ],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROMIUM} Safari/537.36`, 'desktop', 'chrome', 'chromeos'],
    [
      'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
      'desktop',
      'facebook link preview',
      '',
    ],
    ['', 'desktop', '', ''],
  ])('%s', (userAgent, device, browser, os) => expect(agentOf(userAgent)).toEqual({ device, browser, os }));
});
