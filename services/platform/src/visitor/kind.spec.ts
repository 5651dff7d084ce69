import { describe, expect, it } from '@jest/globals';
import { kindOf } from './kind.js';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const ANDROID =
  'Mozilla/5.0 (Linux; Android 12; SM-A125F; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36';
const ask = (userAgent: string, more: { purpose?: string; method?: string } = {}) =>
  kindOf({ userAgent, purpose: more.purpose ?? '', method: more.method ?? 'GET' });

describe('kindOf', () => {
  it.each([
    ['a browser', CHROME],
    ['a phone', ANDROID],
    ['the browser in Zalo', `${ANDROID} Zalo android/22060503 ZaloTheme/light ZaloLanguage/vi`],
    ['the browser in Facebook', `${ANDROID} [FB_IAB/FB4A;FBAV/400.0.0.0;]`],
    ['the browser in Instagram', `${ANDROID} Instagram 300.0.0.0 Android`],
    ['the browser in LINE', `${ANDROID} Line/13.0.0`],
    ['the browser in Pinterest', `${ANDROID} [Pinterest/Android]`],
    ['the Avast browser', `${CHROME} Avast/140.0`],
    ['the browser in Viber', `${ANDROID} Viber/20.0`],
    ['Outlook on Windows', `${CHROME} Microsoft Outlook 16.0.17029`],
  ])('%s is human', (_name, agent) => expect(ask(agent).kind).toBe('human'));

  it.each([
    ['preview:WhatsApp', 'WhatsApp/2.23.20.0 A'],
    ['preview:Slackbot-LinkExpanding', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'],
    ['preview:facebookexternalhit', 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'],
    ['preview:TelegramBot', 'TelegramBot (like TwitterBot)'],
    ['preview:Discordbot', 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)'],
    ['preview:Twitterbot', 'Twitterbot/1.0'],
    ['preview:LinkedInBot', 'LinkedInBot/1.0 (compatible; Mozilla/5.0; +http://www.linkedin.com)'],
    ['preview:SkypeUriPreview', 'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5'],
    ['preview:Zalo', 'Zalo/1.0'],
  ])('%s', (reason, agent) => expect(ask(agent)).toEqual({ kind: 'preview', reason }));

  it.each([
    ['scanner:ms-office', 'Mozilla/4.0 (compatible; ms-office; MSOffice 16)'],
    ['scanner:Barracuda', 'Mozilla/5.0 (compatible; Barracuda Sentinel (EE))'],
    ['scanner:Mimecast', 'Mozilla/5.0 (compatible; Mimecast URL Protect)'],
    ['scanner:Proofpoint', 'Mozilla/5.0 (Proofpoint URL Defense)'],
  ])('%s', (reason, agent) => expect(ask(agent)).toEqual({ kind: 'scanner', reason }));

  it.each([
    ['a search engine', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
    ['curl', 'curl/8.1.2'],
    ['a library', 'python-requests/2.32'],
    ['no agent at all', ''],
    ['blank', '   '],
  ])('%s is a bot', (_name, agent) => expect(ask(agent).kind).toBe('bot'));

  it.each(['prefetch', 'prefetch;prerender', 'prefetch;anonymous-client-ip', 'preview'])(
    'purpose %s is a prefetch',
    (purpose) => expect(ask(CHROME, { purpose }).kind).toBe('prefetch'),
  );

  it('a HEAD from a browser agent only looks', () =>
    expect(ask(CHROME, { method: 'HEAD' })).toEqual({ kind: 'scanner', reason: 'method:HEAD' }));
  it('the password form is human', () => expect(ask(CHROME, { method: 'POST' }).kind).toBe('human'));
  it('an unknown purpose says nothing', () => expect(ask(CHROME, { purpose: 'navigate' }).kind).toBe('human'));
  it('looks at the beginning of an agent alone, however long a hostile one is', () => {
    expect(ask(`${CHROME}${' and more'.repeat(10)} Googlebot/2.1`).kind).toBe('bot');
    expect(ask(`${CHROME}${' and more'.repeat(100_000)} Googlebot/2.1`).kind).toBe('human');
  });
});
