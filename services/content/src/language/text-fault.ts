import { type ErrorCode, MAX_TEXT_LENGTH } from '@linkway/contracts';
import type { TextPlace } from './texts.js';

/** Texts of errors have `{name}` where those of pages have `{{name}}`. */
export const ERRORS = 'errors';
const KEY = /^[\w-]+(?:\.[\w-]+)*$/;
const NAMESPACE = /^[a-z][a-z0-9-]*$/;
const MAX_KEY_LENGTH = 200;
const OF_OBJECTS = new Set(['__proto__', 'constructor', 'prototype']);
/** What a database or a page cannot show; a text may have several lines. */
const UNSHOWN = /(?![\t\n\r])[\p{Cc}\p{Cs}]/u;
/** The number of a plural: itself, or as pages write it. */
const NUMBERS = ['count', 'shown'];
/** Forms that may say it in words, as in "a link". */
const MAY_OMIT_COUNT = /_(?:zero|one|two)$/;

/** Why nothing can be kept under a name; null where it can. */
export function keyFault({ namespace, key }: TextPlace): ErrorCode | null {
  const parts = [namespace, ...key.split('.')];
  const isFine =
    NAMESPACE.test(namespace) &&
    KEY.test(key) &&
    namespace.length + key.length <= MAX_KEY_LENGTH &&
    !parts.some((part) => OF_OBJECTS.has(part));
  return isFine ? null : 'languages.text_key_forbidden';
}

/** Why a text cannot be kept at all; null where it can. */
export function keptFault(text: unknown): ErrorCode | null {
  if (typeof text !== 'string') return 'languages.text_no_string';
  if (text.length > MAX_TEXT_LENGTH) return 'languages.text_too_long';
  return UNSHOWN.test(text) ? 'request.field_characters' : null;
}

/** Why a text cannot stand for an English one; null where it can. */
export function textFault(place: TextPlace, english: string, text: string): ErrorCode | null {
  if (!samePlaceholders(place, english, text)) return 'languages.text_placeholders_differ';
  // Pages put in what tags name, and nothing else: a text adds none of its own.
  if (tags(english) !== tags(text)) return 'languages.text_tags_differ';
  // i18next would put other texts in, or this one into itself for ever.
  return text.includes('$t(') && !english.includes('$t(') ? 'languages.text_refers' : null;
}

function samePlaceholders({ namespace, key }: TextPlace, english: string, text: string): boolean {
  const needed = placeholders(namespace, english);
  const given = placeholders(namespace, text);
  if (given === null || needed === null) return false;
  const missing = needed.filter((name) => !given.includes(name));
  const mayMiss = namespace !== ERRORS && MAY_OMIT_COUNT.test(key);
  return (
    given.every((name) => needed.includes(name)) &&
    (missing.length === 0 || (mayMiss && missing.every((name) => NUMBERS.includes(name))))
  );
}

/** null: a brace is left over. */
function placeholders(namespace: string, text: string): string[] | null {
  const pattern = namespace === ERRORS ? /\{(\w+)\}/g : /\{\{([^{}]*)\}\}/g;
  const left = text.replace(pattern, '');
  if (namespace !== ERRORS && /\{\{|\}\}/.test(left)) return null;
  return [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name.trim()))].sort();
}

const tags = (text: string): string => [...text.matchAll(/<[a-z0-9/!?][^>]*>?/gi)].map(String).sort().join();
