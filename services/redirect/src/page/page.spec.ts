import { describe, expect, it } from '@jest/globals';
import { languageOf } from './language.js';
import { errorPage, type PageContext, passwordPage } from './page.js';
import { PAGE_POLICY } from './style.js';
import { texts } from './texts.js';
import { themeOf } from './theme.js';

const context = (more: Partial<PageContext> = {}): PageContext => ({
  locale: 'en',
  theme: null,
  webUrl: 'https://web.test/',
  query: '',
  ...more,
});

describe('the language', () => {
  it.each([
    ['lang=en', 'language=vi', 'vi', 'en'],
    ['', 'a=b; language=en', 'vi', 'en'],
    ['', '', 'en-GB,en;q=0.9,vi;q=0.8', 'en'],
    ['', '', 'fr,vi;q=0.5,en;q=0.4', 'vi'],
    ['', '', 'fr-FR', 'vi'],
    ['', '', '', 'vi'],
    ['lang=xx', 'language=english', 'enx', 'vi'],
  ])('%j %j %j: %s', (query, cookie, accept, locale) => expect(languageOf(query, cookie, accept)).toBe(locale));
});

describe('the theme', () => {
  it.each([
    ['theme=dark', 'dark'],
    ['language=vi; theme=light; a=b', 'light'],
    ['theme=system', null],
    ['other_theme=dark', null],
    ['theme=darker', null],
    ['', null],
  ])('%j: %s', (cookie, theme) => expect(themeOf(cookie)).toBe(theme));

  it('is the page’s, whatever the system has', () => {
    expect(errorPage('unknown', context({ theme: 'dark' }))).toContain('<html lang="en" data-theme="dark">');
    expect(errorPage('unknown', context())).toContain('<html lang="en">');
  });
});

describe('pages', () => {
  it('are small, need no script, load nothing and keep robots out', () => {
    for (const locale of ['en', 'vi'] as const) {
      for (const html of [
        passwordPage(context({ locale }), { kind: 'wrong' }),
        errorPage('unknown', context({ locale })),
      ]) {
        expect(Buffer.byteLength(html)).toBeLessThan(10_000);
        expect(html.replace(/<link rel="icon" href="data:[^"]+">/, '')).not.toMatch(/<script|<link|<img|style="|src=/);
        expect(html).toContain('<meta name="robots" content="noindex">');
        expect(html).toContain(`<html lang="${locale}">`);
      }
    }
    expect(PAGE_POLICY).not.toContain('unsafe');
  });

  it('ask for a password with a label, and tie an error to the field', () => {
    const form = passwordPage(context(), null);
    expect(form).toContain('<h1>Protected Link</h1>');
    expect(form).toContain('<label for="password">');
    expect(form).toContain('>Access</button>');
    expect(passwordPage(context(), { kind: 'wrong' })).toMatch(
      /aria-invalid="true" aria-describedby="error".*role="alert">Incorrect password/,
    );
    expect(passwordPage(context({ locale: 'vi' }), { kind: 'wait', seconds: 12 })).toContain('sau 12 giây');
    expect(passwordPage(context({ locale: 'en' }), { kind: 'wait', seconds: 889 })).toContain('in 15 minutes.');
    expect(passwordPage(context({ locale: 'en' }), { kind: 'busy', seconds: 1 })).toContain('in 1 second.');
  });

  it('name the domain and lead home', () => {
    const html = errorPage('wrong_domain', context(), '<b>.test');
    expect(html).toContain('This link only works on domain &lt;b&gt;.test');
    expect(html).toContain('href="https://web.test/"');
    expect(html).toContain('<h1>Oops!</h1>');
  });

  it('tell a link that rests from one that is none, and what to do', () => {
    const pages = (['unknown', 'paused', 'expired', 'used_up', 'scheduled'] as const).map((kind) =>
      errorPage(kind, context()),
    );
    const icons = pages.map((html) => /<svg class="icon.*?<\/svg>/.exec(html)?.[0]);
    expect(new Set(icons).size).toBe(5);
    expect(pages[0]).toContain('letter by letter');
    expect(pages[1]).toContain('It may work again later');
  });

  it('bear the mark in the page and in the browser’s tab', () => {
    for (const html of [errorPage('unknown', context()), passwordPage(context(), null)]) {
      expect(html).toMatch(/<a class="home" href="https:\/\/web.test\/"><svg [^>]*aria-hidden="true">/);
      expect(html).toContain('<link rel="icon" href="data:image/svg+xml;base64,');
      expect(PAGE_POLICY).toContain('img-src data:');
    }
  });

  it('offer the other language and keep the rest of the address', () => {
    const html = errorPage('unknown', context({ query: 'utm_source=a&lang=en&x="><i>' }));
    expect(html).toContain('href="?utm_source=a&amp;lang=vi&amp;x=%22%3E%3Ci%3E"');
    expect(html).not.toContain('<i>');
  });

  it('stay small for a long address, of which they keep the language alone', () => {
    const kept = `x=${'&'.repeat(1_022)}`;
    expect(errorPage('unknown', context({ query: `a=${'b'.repeat(1_022)}` }))).toContain('bbb&amp;lang=vi');
    // The longest that are carried on: each sign is several in the page.
    const most = context({ query: 'a&'.repeat(512), webUrl: `https://${'w'.repeat(250)}/` });
    expect(Buffer.byteLength(passwordPage(most, { kind: 'wrong' }))).toBeLessThan(10_000);
    expect(Buffer.byteLength(errorPage('wrong_domain', most, 'd'.repeat(253)))).toBeLessThan(10_000);
    const html = errorPage('unknown', context({ query: `${kept}&lang=en` }));
    expect(html).toContain('href="?lang=vi"');
    expect(Buffer.byteLength(html)).toBeLessThan(10_000);
  });

  it('speak in whole sentences, with their full stops', () => {
    for (const { messages, next, passwordHelp, wrongPassword, throttled, busy } of Object.values(texts)) {
      const sentences = [
        ...Object.values(messages),
        ...Object.values(next),
        passwordHelp,
        wrongPassword,
        throttled,
        busy,
      ];
      for (const sentence of sentences) expect(sentence).toMatch(/^\p{Lu}.*[^.\s]\.$/u);
    }
  });

  it('have every text in both languages', () => {
    expect(Object.keys(texts.vi.messages)).toEqual(Object.keys(texts.en.messages));
    expect(Object.keys(texts.vi.next)).toEqual(Object.keys(texts.en.next));
    for (const [kind, text] of Object.entries(texts.vi.messages))
      expect(text).not.toBe(texts.en.messages[kind as 'unknown']);
  });
});
