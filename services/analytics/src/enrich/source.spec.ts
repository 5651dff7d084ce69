import { describe, expect, it } from '@jest/globals';
import { languageOf, queryOf, referrerHost, utmOf } from './source.js';

describe('referrerHost', () => {
  it.each([
    ['https://www.Facebook.com/a?b=c', 'facebook.com'],
    ['http://news.example:8080/x', 'news.example'],
    ['android-app://com.google.android.gm/', 'com.google.android.gm'],
    ['', ''],
    ['about:blank', ''],
    ['javascript:alert(1)', ''],
    ['not a url', ''],
  ])('of %j is %j', (referer, host) => expect(referrerHost(referer)).toBe(host));

  it.each([
    ['http://127.0.0.1:18280/', '127.0.0.1:18280', ''],
    ['https://go.example.com/abc', 'go.example.com', ''],
    ['https://GO.example.com./', 'go.example.com', 'go.example.com.'],
    ['https://www.acme.example/', 'acme.example', 'acme.example'],
    ['https://other.example.com/', 'go.example.com', 'other.example.com'],
    ['https://other.example.com/', '', 'other.example.com'],
  ])('%j with a link on %j is %j', (referer, own, host) => expect(referrerHost(referer, own)).toBe(host));
});

describe('utmOf', () => {
  it('takes each field from the visit, else from the destination', () => {
    const destination = 'utm_source=letter&utm_campaign=spring';
    expect(utmOf('utm_source=ads&utm_term=a%20b', destination)).toEqual({
      utm_source: 'ads',
      utm_medium: '',
      utm_campaign: 'spring',
      utm_term: 'a b',
      utm_content: '',
    });
  });

  it('reads the destination of clicks that earlier releases sent', () => {
    expect(queryOf('https://shop.example/?utm_source=letter#top')).toBe('?utm_source=letter');
    expect(queryOf('nonsense')).toBe('');
    expect(utmOf('', queryOf('https://shop.example/?utm_source=letter')).utm_source).toBe('letter');
  });

  it('survives what visitors write', () => {
    const { utm_source, utm_medium, utm_term } = utmOf(
      `utm_source=%00%E0%A4%A&utm_medium=${'x'.repeat(5_000)}&utm_term=%E2%80%AEexe.%E2%81%A6gpj%E2%81%A9`,
      'nonsense',
    );
    expect(utm_source).not.toContain('\0');
    expect(utm_medium).toHaveLength(200);
    // Nothing that turns around the texts beside it.
    expect(utm_term).toBe('exe.gpj');
  });
});

describe('languageOf', () => {
  it.each([
    ['vi-VN,vi;q=0.9,en;q=0.8', 'vi'],
    ['EN', 'en'],
    ['zh_Hans', 'zh'],
    ['*', ''],
    ['', ''],
    ['notalanguage', ''],
  ])('of %j is %j', (header, language) => expect(languageOf(header)).toBe(language));
});
