/** Where something stands in HTML: between tags, in the quoted value of an attribute, or where no value may be put. */
export type HtmlPlace = 'content' | 'attribute' | 'forbidden';

interface Part {
  from: number;
  place: HtmlPlace;
}

// What these hold is no HTML: a browser ends them at their closing tag alone.
const RAW = /^<(script|style|title|textarea|xmp|iframe|noembed|noframes|noscript)\b/i;

/**
 * Where each position of a text stands, as a browser reads it: values are escaped for content and for quoted attributes, and are safe
 * nowhere else.
 */
export function placesIn(html: string, positions: readonly number[]): HtmlPlace[] {
  const parts = partsOf(html);
  return positions.map((position) => parts.findLast(({ from }) => from <= position)?.place ?? 'content');
}

function partsOf(html: string): Part[] {
  const lower = html.toLowerCase();
  const parts: Part[] = [{ from: 0, place: 'content' }];
  const indexOf = (ending: string, from: number): number => {
    const at = lower.indexOf(ending, from);
    return at === -1 ? html.length : at;
  };
  let at = 0;
  while (at < html.length) {
    // A value right behind `<` would become the name of a tag.
    if (!/^<[a-z/!?{]/i.test(html.slice(at, at + 2))) {
      at += 1;
      continue;
    }
    if (html.startsWith('<!--', at)) {
      parts.push({ from: at, place: 'forbidden' });
      at = indexOf('-->', at) + 3;
    } else {
      const raw = RAW.exec(html.slice(at, at + 16))?.[1]?.toLowerCase();
      const tag = tagAt(html, at);
      parts.push(...tag.parts);
      // Its closing tag is a tag as any other.
      if (raw !== undefined) parts.push({ from: tag.end, place: 'forbidden' });
      at = raw === undefined ? tag.end : indexOf(`</${raw}`, tag.end);
    }
    parts.push({ from: at, place: 'content' });
  }
  return parts;
}

/** The tag that begins there, and where it ends. */
function tagAt(html: string, start: number): { parts: Part[]; end: number } {
  const parts: Part[] = [{ from: start, place: 'forbidden' }];
  /** The last sign that is no space: a quote opens a value right after `=` alone. */
  let before = '';
  for (let at = start + 1; at < html.length; at += 1) {
    const sign = html[at] ?? '';
    if (sign === '>') return { parts, end: at + 1 };
    if ((sign === '"' || sign === "'") && before === '=') {
      const close = html.indexOf(sign, at + 1);
      if (close === -1) break;
      parts.push({ from: at + 1, place: 'attribute' }, { from: close, place: 'forbidden' });
      at = close;
    }
    if (!/\s/.test(sign)) before = sign;
  }
  return { parts, end: html.length };
}
