import { type ErrorCode, MAX_TEXTS_FILE_BYTES, MAX_TEXTS_MESSAGE_BYTES } from '@linkway/contracts';
import { AppError } from '@linkway/platform';
import type { Catalogue } from './catalogue.js';
import { keptFault, keyFault, textFault } from './text-fault.js';
import { nameOf, put, type TextPlace, type Texts, textAt } from './texts.js';

const MAX_DEPTH = 12;
/** Several times as many as the product has. */
const MAX_TEXTS = 20_000;

export interface RefusedText {
  readonly key: string;
  readonly code: ErrorCode;
}

export interface TextsFile {
  /** Without those that are empty. */
  readonly texts: Texts;
  readonly refused: readonly RefusedText[];
}

/**
 * Reads a file of texts: JSON that is nested by namespace and key, `{ "kit": { "error": { "retry": "…" } } }`, or flat,
 * `{ "kit:error.retry": "…" }`, or both. Throws `languages.file_invalid` for what is neither; single texts that cannot be taken are told.
 */
export function readTextsFile(file: string, catalogue: Catalogue): TextsFile {
  const texts: Texts = {};
  const refused: RefusedText[] = [];
  for (const { place, value } of leavesOf(parse(file))) {
    const fault = faultOf(place, value, texts, catalogue);
    if (fault) refused.push({ key: nameOf(place), code: fault });
    else if ((value as string).trim() !== '') put(texts, place, value as string);
  }
  return { texts, refused };
}

function parse(file: string): Record<string, unknown> {
  let value: unknown;
  try {
    // Editors of some systems put a mark in front.
    value = JSON.parse(file.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new AppError('languages.file_invalid', {}, { cause: error });
  }
  if (!isObject(value)) throw new AppError('languages.file_invalid');
  return value;
}

interface Leaf {
  place: TextPlace;
  value: unknown;
}

function leavesOf(file: Record<string, unknown>): Leaf[] {
  const leaves: Leaf[] = [];
  const walk = (namespace: string, path: readonly string[], value: unknown): void => {
    if (path.length > MAX_DEPTH || leaves.length > MAX_TEXTS) throw new AppError('languages.file_invalid');
    if (isObject(value)) for (const [key, child] of Object.entries(value)) walk(namespace, [...path, key], child);
    else leaves.push({ place: { namespace, key: path.join('.') }, value });
  };
  for (const [name, value] of Object.entries(file)) {
    const colon = name.indexOf(':');
    if (colon === -1) walk(name, [], value);
    else walk(name.slice(0, colon), [name.slice(colon + 1)], value);
  }
  return leaves;
}

function faultOf(place: TextPlace, value: unknown, before: Texts, catalogue: Catalogue): ErrorCode | null {
  const fault = keyFault(place) ?? keptFault(value);
  if (fault) return fault;
  if (textAt(before, place) !== undefined) return 'languages.text_key_twice';
  const text = value as string;
  const entry = catalogue.find(place);
  return entry && text.trim() !== '' ? textFault(place, entry.english, text) : null;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The file of these texts, nested; those of the catalogue that are missing are in it, empty. What it says is imported as it is. */
export function writeTextsFile(texts: Texts, catalogue: Catalogue): string {
  const all: Texts = {};
  for (const entry of catalogue.entries) put(all, entry, textAt(texts, entry) ?? '');
  for (const [namespace, byKey] of Object.entries(texts)) {
    for (const [key, text] of Object.entries(byKey)) put(all, { namespace, key }, text);
  }
  const file = Object.fromEntries(
    Object.entries(all)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([namespace, byKey]) => [namespace, nested(byKey)]),
  );
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Whether all of them can be read and exported at once, as each is one message, and the file imported as it is. */
export function isTooLarge(texts: Texts, catalogue: Catalogue): boolean {
  const file = writeTextsFile(texts, catalogue);
  return (
    Buffer.byteLength(file) > MAX_TEXTS_FILE_BYTES || Buffer.byteLength(JSON.stringify(file)) > MAX_TEXTS_MESSAGE_BYTES
  );
}

interface Tree {
  [name: string]: string | Tree;
}

/** A part of a key may be called as something that every object has: `toString.call` would be written into all of the process. */
const emptyTree = (): Tree => Object.create(null) as Tree;

/** Where a key is also the beginning of another (`a` and `a.b`), the longer one stays flat. */
function nested(byKey: Record<string, string>): Tree {
  const tree = emptyTree();
  for (const [key, text] of Object.entries(byKey).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const parts = key.split('.');
    const last = parts.pop() ?? key;
    let at: Tree | null = tree;
    for (const part of parts) {
      const next: string | Tree | undefined = at?.[part];
      if (typeof next === 'string') at = null;
      else if (at) {
        at[part] = next ?? emptyTree();
        at = at[part];
      }
    }
    if (at && typeof at[last] !== 'object') at[last] = text;
    else tree[key] = text;
  }
  return tree;
}
