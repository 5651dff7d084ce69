import { z } from 'zod';
import { seenText, withoutBidiControls } from './rules/texts.js';

// Control characters break logs, headers and terminals; a text of several lines may hold tabs and line ends only.
const oneLine = /^[^\p{Cc}\u2028\u2029\p{Cs}]*$/u;
const lines = /^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u;

/**
 * One line of text, trimmed, without control characters; an error message is an error code. What would turn other texts around is left
 * away, not refused: who pastes a text does not see it, and former releases took it. A text of which nothing is seen is an empty one.
 */
export const lineOfText = (max: number) =>
  z
    .string({ error: 'request.field_type' })
    .overwrite(withoutBidiControls)
    .trim()
    .max(max, { error: 'request.field_too_long' })
    .regex(oneLine, { error: 'request.field_characters' })
    .overwrite(seenText);

/** Several lines of text, else the same. */
export const linesOfText = (max: number) =>
  z
    .string({ error: 'request.field_type' })
    .overwrite(withoutBidiControls)
    .trim()
    .max(max, { error: 'request.field_too_long' })
    .regex(lines, { error: 'request.field_characters' })
    .overwrite(seenText);

export const idSchema = z.uuid({ error: 'request.field_type' });
/** RFC 3339 in UTC. */
export const timestampSchema = z.iso.datetime();

// What every store keeps and every reader understands: PostgreSQL knows no year 0, RFC 3339 none after 9999.
const EARLIEST_MS = Date.parse('1970-01-01T00:00:00.000Z');
const LATEST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** Whether a time, whatever its offset, lies in the years 1970 to 9999 of UTC. */
export const isStorableTime = (text: string): boolean => {
  const at = Date.parse(text);
  return at >= EARLIEST_MS && at <= LATEST_MS;
};

/** The nearest time that can be stored; what is no time stays as it is, for the schema to judge. */
export const nearestStorableTime = (value: unknown): unknown => {
  if (typeof value !== 'string' || isStorableTime(value)) return value;
  const at = Date.parse(value);
  return Number.isNaN(at) ? value : new Date(Math.min(Math.max(at, EARLIEST_MS), LATEST_MS)).toISOString();
};

/** The largest whole number that a column of type `integer` holds. */
export const MAX_STORED_INT = 2_147_483_647;
