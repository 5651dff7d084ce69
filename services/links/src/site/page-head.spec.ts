import { describe, expect, it } from '@jest/globals';
import { headOf, lineOf } from './page-head.js';

const FROM = 'https://shop.example/spring/sale';
const head = (html: string) => headOf(html, FROM);
const title = (html: string) => head(html).title;

describe('headOf', () => {
  it('takes the title of the card, or else of the page, on one line and with its entities', () => {
    expect(title('<title>Sale &amp; more</title>')).toBe('Sale & more');
    expect(title('<title>\n  Spring\n  sale </title><meta property="og:title" content="Mùa xuân &#x1F338;">')).toBe(
      'Mùa xuân 🌸',
    );
    expect(title('<meta name="twitter:title" content="Card"><title>Page</title>')).toBe('Card');
    expect(title('<meta property="og:title" content="  "><title>Page</title>')).toBe('Page');
    expect(title('<TITLE>a</TITLE><title>b</title>')).toBe('a');
    expect(title('<svg><title>drawing</title></svg><title>page</title>')).toBe('page');
    expect(title('<title>a <b>c</title>')).toBe('a <b>c');
    expect(title('<title>never ends')).toBe('never ends');
    expect(title('<body><title>in the body</title>')).toBeNull();
    expect(title('<script>document.title = "<title>script</title>"</script>')).toBeNull();
    expect(title('')).toBeNull();
  });

  it('takes the icon that fits best, no drawing, and what browsers ask for last', () => {
    const icons = head(`
      <link rel="icon" href="/drawn.svg"><link rel="icon" type="image/svg+xml" href="/drawn">
      <link rel="apple-touch-icon" href="/touch.png" sizes="180x180">
      <link rel="shortcut icon" href="16.png" sizes="16x16">
      <link rel="ICON" href="//cdn.example/48.png" sizes="48x48"><link rel="icon" href="data:image/png;base64,AAAA">`).icons;
    expect(icons).toEqual([
      'https://cdn.example/48.png',
      'https://shop.example/spring/16.png',
      'https://shop.example/favicon.ico',
    ]);
    expect(head('').icons).toEqual(['https://shop.example/favicon.ico']);
  });

  it('reads addresses from the base of the page, and none but those of the web', () => {
    expect(head('<base href="/img/"><meta property="og:image" content="a.png">').picture).toBe(
      'https://shop.example/img/a.png',
    );
    expect(head('<base href="javascript:0"><meta name="twitter:image" content="b.png">').picture).toBe(
      'https://shop.example/spring/b.png',
    );
    for (const bad of ['javascript:alert(1)', 'file:///etc/passwd', 'http://[', '', `/${'a'.repeat(3_000)}`])
      expect(head(`<meta property="og:image" content="${bad}">`).picture).toBeNull();
  });

  it('is done in a moment with what is made to take long', () => {
    const began = performance.now();
    head(`<title>${'<a '.repeat(150_000)}`);
    head('<link rel="icon" href="a">'.repeat(20_000));
    head(`<meta property="og:title" content="${'a\u0301'.repeat(200_000)}">`);
    // Each of these took half a minute, or more of the stack than there is.
    head('<b>'.repeat(84_000) + '</a>'.repeat(67_000));
    head('<div>'.repeat(50_000) + '</p></a></b>'.repeat(20_000));
    head(`<link rel="icon" href="a" sizes="${'1x1 '.repeat(130_900)}">`);
    expect(performance.now() - began).toBeLessThan(3_000);
  });
});

describe('lineOf', () => {
  it('leaves out what breaks lines, databases and other texts, and cuts between letters', () => {
    expect(lineOf('a\u0000b\u202ec\r\nd\u2028e')).toBe('a bc d e');
    expect(lineOf('a\ud800')).toBe('a\ufffd');
    expect(lineOf('x'.repeat(500))).toHaveLength(200);
    expect(lineOf(`${'x'.repeat(199)}👩‍👩‍👧`)).toBe('x'.repeat(199));
    expect(lineOf(' \n ')).toBeNull();
  });
});
