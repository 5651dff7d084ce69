import { describe, expect, it } from '@jest/globals';
import { textOf } from './page-text.js';

const latin = (text: string) => Buffer.from(text, 'latin1');

describe('textOf', () => {
  it('reads UTF-8 where nothing else is said, also where it was cut within a letter', () => {
    expect(textOf(Buffer.from('Tiếng Việt'), undefined)).toBe('Tiếng Việt');
    expect(textOf(Buffer.from('Việt').subarray(0, -2), 'text/html')).toMatch(/^Vi/);
    expect(textOf(Buffer.from('aế').subarray(0, -1), 'text/html')).toBe('a\uFFFD');
  });

  it('goes by the mark, the header, then the page', () => {
    const sjis = Buffer.from([0x93, 0xfa, 0x96, 0x7b]);
    expect(textOf(sjis, 'text/html; charset="Shift_JIS"')).toBe('日本');
    expect(textOf(Buffer.concat([latin('<meta charset=shift_jis>'), sjis]), 'text/html')).toMatch(/日本$/);
    const said = latin('<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">caf\xe9');
    expect(textOf(said, undefined)).toMatch(/café$/);
    expect(textOf(Buffer.from('\uFEFFé'), 'text/html; charset=latin1')).toBe('é');
    expect(textOf(Buffer.from('<meta charset="utf-16">é'), undefined)).toMatch(/é$/);
    expect(textOf(Buffer.from('é'), 'text/html; charset=nonsense')).toBe('é');
  });

  it('takes what is no UTF-8 for what most such pages are', () => {
    expect(textOf(latin('caf\xe9 \x93x\x94 and more'), 'text/html')).toBe('café “x” and more');
  });
});
