import punycode from 'punycode/punycode.js';
import { visibleAddress } from '../base/visible';

/** Letters of one script that nobody takes for those of another; all of a word is of one of these. Written from left to right, as hosts are. */
const SCRIPTS = [
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}ー',
  ...['Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar', 'Devanagari', 'Bengali', 'Tamil', 'Telugu', 'Georgian'].map(
    (script) => `\\p{sc=${script}}\\p{M}`,
  ),
].map((letters) => new RegExp(`^[${letters}0-9-]+$`, 'u'));

/** Scripts of which some letters look like Latin ones, and these: a word of such letters alone is taken for a Latin one. */
const LIKE_LATIN: readonly [script: RegExp, alike: RegExp][] = [
  [/^[\p{sc=Cyrillic}0-9-]+$/u, /^[асԁеһіјӏорԛѕԝхуъьҽпгѵѡ0-9-]+$/u],
  [/^[\p{sc=Greek}0-9-]+$/u, /^[αγικνορτυχωϲϳ0-9-]+$/u],
];

/** a to z, with marks or without, and what is no such letter with a mark. */
const LATIN = /^[\u0300-\u036fa-z0-9đłøæœðþß-]+$/;

function isPlain(word: string): boolean {
  if (/^[\p{L}0-9-]+$/u.test(word) && LATIN.test(word.normalize('NFD'))) return true;
  if (SCRIPTS.some((script) => script.test(word))) return true;
  return LIKE_LATIN.some(([script, alike]) => script.test(word) && !alike.test(word));
}

/**
 * A host with the letters that its owner chose (`ví-dụ.vn`, not `xn--v-d-rma6749a.vn`), word by word where they deceive nobody (ADR 47);
 * with or without a port.
 */
export function readableHost(host: string): string {
  const [name = '', port] = host.split(':');
  const read = name.split('.').map(readableWord).join('.');
  // What the browser would not make the same host of again is not its name.
  const isItsName = URL.canParse(`http://${read}`) && new URL(`http://${read}`).hostname === name;
  return isItsName ? [read, port].filter(Boolean).join(':') : host;
}

function readableWord(word: string): string {
  if (!word.startsWith('xn--')) return word;
  try {
    const read = punycode.toUnicode(word);
    return isPlain(read) ? read : word;
  } catch {
    return word;
  }
}

/** An address as `visibleAddress` has it, its host readable; one that was typed with letters that may deceive is shown as it is sent. */
export function readableAddress(address: string): string {
  const visible = visibleAddress(address);
  if (!URL.canParse(address)) return visible;
  const { host, username } = new URL(address);
  return username ? visible : visible.replace(/^(https?:\/\/)[^/?#\\]*/i, (_, scheme) => scheme + readableHost(host));
}
