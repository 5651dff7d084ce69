import { expect, it } from '@jest/globals';
import { withNonce } from './with-nonce';

const shown = (html: string): Document =>
  new DOMParser().parseFromString(withNonce(html, 'once').replaceAll(' nonce=', ' data-nonce='), 'text/html');
const rules = (html: string): string[] => [...shown(html).querySelectorAll('style')].map((style) => style.innerHTML);

it('styles that stand at elements go into a style sheet with the nonce, in their order', () => {
  const html = `<body style="margin: 0"><p class="a" STYLE='color: red'>Hello</p><a href="x" style=color:blue>on</a></body>`;
  expect(rules(html)).toEqual([
    '[data-mail-style="0"]{margin: 0px;}[data-mail-style="1"]{color: red;}[data-mail-style="2"]{color: blue;}',
  ]);
  expect(shown(html).querySelectorAll('[style]')).toHaveLength(0);
  expect(shown(html).querySelector('p')?.outerHTML).toBe('<p class="a" data-mail-style="1">Hello</p>');
  expect(shown(html).querySelector('a')?.getAttribute('href')).toBe('x');
});

it('style sheets of a mail get the nonce, and the words of a mail stay as they are', () => {
  const html = '<style>p{color:red}</style><p title="a > b">A style="x" of 1 < 2</p>';
  expect(withNonce(html, 'once')).toBe(
    '<style nonce="once">p{color:red}</style><p title="a > b">A style="x" of 1 < 2</p>',
  );
});

it('what is written in an attribute ends neither its rule nor the style sheet', () => {
  const [sheet = ''] = rules(`<p style="color:red}body{display:none;}</style><script>alert(1)</script>">x</p>`);
  expect(sheet).toMatch(/^\[data-mail-style="0"\]\{[^{}]*\}$/);
  expect(sheet).not.toContain('display');
  expect(shown('<p style="font-family:&quot;</style><b>&quot;">x</p>').querySelector('b')).toBeNull();
});

it('without a policy nothing is changed', () => {
  expect(withNonce('<p style="color:red">x</p>', undefined)).toBe('<p style="color:red">x</p>');
});
