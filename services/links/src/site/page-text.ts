import { TextDecoder } from 'node:util';

/** A page says how it is written within so many bytes. */
const SAID_WITHIN = 4_096;

const MARKS: readonly [bytes: Buffer, label: string][] = [
  [Buffer.from([0xef, 0xbb, 0xbf]), 'utf-8'],
  [Buffer.from([0xfe, 0xff]), 'utf-16be'],
  [Buffer.from([0xff, 0xfe]), 'utf-16le'],
];

/** The letters of a page, by its mark, its header or what it says of itself, as browsers take it (WHATWG Encoding); else UTF-8, where it is that. */
export function textOf(body: Buffer, contentType: string | undefined): string {
  const marked = MARKS.find(([bytes]) => body.subarray(0, bytes.length).equals(bytes))?.[1];
  const label = marked ?? charsetIn(contentType ?? '') ?? saidIn(body);
  const decoder = label === undefined ? undefined : decoderOf(label);
  if (decoder) return decoder.decode(body);
  const text = new TextDecoder('utf-8').decode(body);
  // A page that was cut may end within a letter.
  const isBroken = text.slice(0, -1).includes('\uFFFD');
  return isBroken ? new TextDecoder('windows-1252').decode(body) : text;
}

const charsetIn = (text: string): string | undefined => /charset\s*=\s*["']?\s*([\w:.+-]{1,40})/i.exec(text)?.[1];

function saidIn(body: Buffer): string | undefined {
  const head = body.toString('latin1', 0, SAID_WITHIN);
  for (const [tag] of head.matchAll(/<meta\s[^>]{0,500}>/gi)) {
    const label = charsetIn(tag);
    // It could not be read as letters of one byte if it were.
    if (label !== undefined) return /^utf-?16/i.test(label) ? 'utf-8' : label;
  }
  return undefined;
}

function decoderOf(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}
