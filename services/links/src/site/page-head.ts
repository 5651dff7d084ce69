import { MAX_SITE_TITLE_LENGTH, withoutBidiControls } from '@linkway/contracts';
import { Parser } from 'htmlparser2';

/** What the head of a page says of it. Addresses are whole, by http or https. */
export interface PageHead {
  title: string | null;
  /** Best first; what only some browsers ask for last. */
  icons: string[];
  picture: string | null;
}

/** Of a page's icons so many are tried. */
const MOST_ICONS = 3;
const MAX_ADDRESS_LENGTH = 2_048;
/** As large as icons are shown. */
const ICON_SIZE = 32;
/** Beyond it, nobody has a title: the parser has lost its end. */
const MAX_TEXT = 10_000;
const STEP = 16_384;
/** Deeper is no head: the parser looks each closing tag up among all that are open. */
const MOST_OPEN = 100;
/** Of an icon's sizes. */
const MAX_SIZES = 200;

interface Icon {
  href: string;
  /** The less, the better it fits. */
  misfit: number;
}

interface Found {
  base: string | null;
  title: string;
  metas: Map<string, string>;
  icons: Icon[];
  /** What follows is no head any more. */
  isWhole: boolean;
}

/** By property or name; the first of them that the page has is taken. */
const TITLES = ['og:title', 'twitter:title'];
const PICTURES = ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'];
const METAS: ReadonlySet<string> = new Set([...TITLES, ...PICTURES]);

/** Reads the head of a page, and of the rest as little as can be. `url`: where it was found. */
export function headOf(html: string, url: string): PageHead {
  const { base, title, metas, icons } = read(html);
  const from = wholeOf(base, url) ?? url;
  const first = (names: readonly string[]): string | undefined =>
    names.map((name) => metas.get(name)).find((value) => value);
  const hrefs = icons.sort((one, other) => one.misfit - other.misfit).map(({ href }) => href);
  const whole = hrefs.flatMap((href) => wholeOf(href, from) ?? []);
  return {
    title: lineOf(first(TITLES) ?? '') ?? lineOf(title),
    icons: [...new Set([...whole.slice(0, MOST_ICONS - 1), new URL('/favicon.ico', url).href])],
    picture: wholeOf(first(PICTURES) ?? null, from),
  };
}

function read(html: string): Found {
  const found: Found = { base: null, title: '', metas: new Map(), icons: [], isWhole: false };
  let inTitle = false;
  let hasTitle = false;
  /** Pictures within the page have titles of their own. */
  let drawings = 0;
  let open = 0;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (found.isWhole) return;
      open += 1;
      if (open > MOST_OPEN) found.isWhole = true;
      if (name === 'svg') drawings += 1;
      else if (name === 'title') inTitle = drawings === 0 && !hasTitle;
      else if (name === 'body') found.isWhole = true;
      else if (name === 'base') found.base ??= attributes.href ?? null;
      else if (name === 'meta') noteMeta(found, attributes);
      else if (name === 'link') noteIcon(found, attributes);
    },
    ontext: (text) => {
      if (inTitle && found.title.length < MAX_TEXT) found.title += text;
    },
    onclosetag: (name) => {
      open -= 1;
      if (name === 'svg') drawings = Math.max(0, drawings - 1);
      if (name === 'title' && inTitle) {
        inTitle = false;
        hasTitle = true;
      }
    },
  });
  for (let at = 0; at < html.length && !found.isWhole; at += STEP) parser.write(html.slice(at, at + STEP));
  return found;
}

type Attributes = Readonly<Record<string, string | undefined>>;

function noteMeta({ metas }: Found, { property, name, content }: Attributes): void {
  const key = (property ?? name ?? '').trim().toLowerCase();
  if (METAS.has(key) && content !== undefined && !metas.has(key)) metas.set(key, content.slice(0, MAX_TEXT));
}

function noteIcon({ icons }: Found, { rel = '', href = '', type = '', sizes = '' }: Attributes): void {
  const rels = rel.toLowerCase().split(/\s+/);
  const isIcon = rels.includes('icon');
  if (!isIcon && !rels.includes('apple-touch-icon')) return;
  // A drawing may load things and be made to take for ever: no page is without another icon for long.
  if (type.toLowerCase().includes('svg') || /\.svg($|[?#])/i.test(href) || href === '' || icons.length > 50) return;
  icons.push({ href, misfit: misfitOf(sizes) + (isIcon ? 0 : 1_000) });
}

/** Smaller than it is shown is worst; larger costs only whoever fetches it. */
function misfitOf(sizes: string): number {
  const widths = [...sizes.slice(0, MAX_SIZES).matchAll(/(\d{1,4})x\d{1,4}/gi)].map(([, width]) => Number(width));
  if (widths.length === 0) return 100;
  const widest = Math.max(...widths);
  return widest >= ICON_SIZE ? Math.min(...widths.filter((width) => width >= ICON_SIZE)) - ICON_SIZE : 500;
}

function wholeOf(href: string | null, from: string): string | null {
  const trimmed = href?.trim() ?? '';
  if (trimmed === '' || trimmed.length > MAX_ADDRESS_LENGTH || !URL.canParse(trimmed, from)) return null;
  const url = new URL(trimmed, from);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null;
}

/** One line without what breaks lines, logs and the direction of other texts; null: nothing is left. */
export function lineOf(text: string): string | null {
  const line = withoutBidiControls(text.toWellFormed())
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
  const letters = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(line.slice(0, 2_000))];
  const cut = letters
    .slice(0, MAX_SITE_TITLE_LENGTH)
    .reduce((kept, { segment }) => (kept.length + segment.length > MAX_SITE_TITLE_LENGTH ? kept : kept + segment), '');
  return cut.trim() || null;
}
