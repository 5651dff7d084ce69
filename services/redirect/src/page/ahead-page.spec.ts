import { expect, it } from '@jest/globals';
import { type Ahead, aheadPage } from './ahead-page.js';

const page = (more: Partial<Ahead> = {}, query = '', locale: 'en' | 'vi' = 'en') =>
  aheadPage(
    { locale, theme: null, webUrl: 'https://web.test/', query },
    {
      destinations: ['https://example.com/a?b=1'],
      app: null,
      depends: false,
      madeAt: null,
      code: 'abc',
      address: 'go.example/abc',
      ...more,
    },
  );

it('says where a link leads and since when, and goes on by the link itself', () => {
  const html = page({ madeAt: new Date('2026-11-29T10:00:00Z') });
  expect(html).toContain('<p>This link leads to example.com.</p><p>https://example.com/a?b=1</p>');
  expect(html).toContain('The link was made on November 29, 2026.');
  expect(html).toContain('<a class="button" href="/abc" rel="nofollow">Go on</a>');
  expect(html).toContain('<meta name="robots" content="noindex">');
  expect(page({ madeAt: new Date('2026-11-29T10:00:00Z') }, '', 'vi')).toContain('ngày 29 tháng 11, 2026');
});

it('goes on with what the link was given, but for the language of the page', () => {
  expect(page({}, 'a=1&lang=vi&b="')).toContain('href="/abc?a=1&amp;b=&quot;"');
  expect(page({}, 'a'.repeat(257))).toContain('href="/abc"');
});

it('names hosts as they are asked for, and shows letters of an address but no signs', () => {
  const html = page({ destinations: ['https://xn--e1awd7f.com/b%C3%A1nh/%E2%80%AE%3Cb%3E'] });
  expect(html).toContain('leads to xn--e1awd7f.com (ері');
  expect(html).toContain('<p>https://xn--e1awd7f.com/bánh/%E2%80%AE%3Cb%3E</p>');
});

it('says that it depends, and of a protected link nothing', () => {
  expect(page({ depends: true })).toContain('depends on the visitor');
  const hidden = page({ destinations: [] });
  expect(hidden).toContain('It is protected.');
  expect(hidden).not.toContain('example.com');
});

it('names first what is opened as an app, of the web as well', () => {
  const web = page({ app: 'https://other.example/login?next=/' });
  expect(web).toContain('<p>On this device it first opens other.example</p><p>https://other.example/login?next=/</p>');
  expect(web.indexOf('other.example')).toBeLessThan(web.indexOf('leads to example.com'));
  expect(page({ app: 'shop://spring/"x' })).toContain('first opens shop:</p><p>shop://spring/&quot;x</p>');
  expect(page({ app: 'shop://spring' }, '', 'vi')).toContain('liên kết mở shop: trước');
});

it('names both addresses of a test', () => {
  const html = page({ destinations: ['https://a.example.com/1', 'https://b.example.com/2'] });
  expect(html).toContain('<p>This link leads to one of two addresses, by chance.</p>');
  expect(html).toContain('<p>One of them is at a.example.com:</p><p>https://a.example.com/1</p>');
  expect(html).toContain('<p>One of them is at b.example.com:</p><p>https://b.example.com/2</p>');
});

it('is small, whatever the address', () => {
  const long = `https://example.com/?${'"&'.repeat(3_500)}`;
  const most = { destinations: [long, long], app: long, depends: true, madeAt: new Date() };
  for (const locale of ['en', 'vi'] as const) {
    expect(Buffer.byteLength(page(most, 'a&'.repeat(512), locale))).toBeLessThan(10_000);
  }
});
