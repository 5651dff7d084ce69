import { z } from 'zod';

// Control characters break logs, headers and terminals; a text of several lines may hold tabs and line ends only.
const oneLine = /^[^\p{Cc}\u2028\u2029\p{Cs}]*$/u;
const lines = /^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u;

/** One line of text, trimmed, without control characters; an error message is an error code. */
export const lineOfText = (max: number) =>
  z
    .string({ error: 'request.field_type' })
    .trim()
    .max(max, { error: 'request.field_too_long' })
    .regex(oneLine, { error: 'request.field_characters' });

/** Several lines of text, trimmed. */
export const linesOfText = (max: number) =>
  z
    .string({ error: 'request.field_type' })
    .trim()
    .max(max, { error: 'request.field_too_long' })
    .regex(lines, { error: 'request.field_characters' });

export const idSchema = z.uuid({ error: 'request.field_type' });
/** RFC 3339 in UTC. */
export const timestampSchema = z.iso.datetime();
