import { expect, it } from '@jest/globals';
import { withNonce } from './with-nonce';

const shown = (html: string): Document =>
  new DOMParser().parseFromString(withNonce(html, 'once').replaceAll(' nonce=', ' data-nonce='), 'text/html');
const rules = (html: string): string[] => [...shown(html).querySelectorAll('style')].map((style) => style.innerHTML);

/** It comes before whatever a mail's own sheet names. */
const rule = (place: number, declarations: string): string =>
  `:is([data-mail-style="${place}"],#a#b#c#d){${declarations}}`;

it('styles that stand at elements go into a style sheet with the nonce, in their order', () => {
  const html = `<body style="margin: 0"><p class="a" STYLE='color: red'>Hello</p><a href="x" style=color:blue>on</a></body>`;
  expect(rules(html)).toEqual([rule(0, 'margin: 0px;') + rule(1, 'color: red;') + rule(2, 'color: blue;')]);
  expect(shown(html).querySelectorAll('[style]')).toHaveLength(0);
  expect(shown(html).querySelector('p')?.outerHTML).toBe('<p class="a" data-mail-style="1">Hello</p>');
  expect(shown(html).querySelector('a')?.getAttribute('href')).toBe('x');
  expect(withNonce(html, 'once').indexOf('<style')).toBeGreaterThan(html.indexOf('</body>'));
});

it('what another attribute says stays, as it looks like a style or not', () => {
  const html = `<p title=' style="color:red" target=_self'>x</p><p data-style="a" title=it's style="color:blue">y</p>`;
  expect(shown(html).querySelector('p')?.outerHTML).toBe('<p title=" style=&quot;color:red&quot; target=_self">x</p>');
  expect(shown(html).querySelectorAll('p')[1]?.getAttribute('title')).toBe("it's");
  expect(rules(html)).toEqual([rule(0, 'color: blue;')]);
});

it.each([undefined, 'once'])('links lead where the document has them lead, with the nonce %s', (nonce) => {
  const html =
    '<base target="_blank"><a TARGET="_self" href="x">a</a><a href="y"target=_parent>b</a><a/target=_top href=z>c</a>';
  const found = new DOMParser().parseFromString(withNonce(html, nonce), 'text/html');
  expect([...found.querySelectorAll('[target]')].map(({ tagName }) => tagName)).toEqual(['BASE']);
  expect([...found.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(['x', 'y', 'z']);
});

it('style sheets of a mail get the nonce, and the words of a mail stay as they are', () => {
  const html = '<style media="print">p{color:red}</style><p title="a > b">A style="x" of 1 < 2</p>';
  expect(withNonce(html, 'once')).toBe(
    '<style nonce="once" media="print">p{color:red}</style><p title="a > b">A style="x" of 1 < 2</p>',
  );
});

it('what is written in an attribute ends neither its rule nor the style sheet', () => {
  const [sheet = ''] = rules(`<p style="color:red}body{display:none;}</style><script>alert(1)</script>">x</p>`);
  expect(sheet).toMatch(/^:is\(\[data-mail-style="0"\],[#a-d]+\)\{[^{}]*\}$/);
  expect(sheet).not.toContain('display');
  expect(shown('<p style="font-family:&quot;</style><b>&quot;">x</p>').querySelector('b')).toBeNull();
});

it('without a policy nothing is changed', () => {
  expect(withNonce('<p style="color:red">x</p>', undefined)).toBe('<p style="color:red">x</p>');
});
