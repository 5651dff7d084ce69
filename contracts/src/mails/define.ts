import { z } from 'zod';
import type { Locale } from '../envelope.js';
import { isHttpUrl, MAX_URL_LENGTH } from '../rules/links.js';
import { lineOfText, timestampSchema } from '../text.js';

/**
 * `text`: one line that somebody wrote, escaped where it goes into HTML. `link`: an http or https address, the only kind that may
 * stand in an attribute. `time`: RFC 3339 in UTC, which the mail says in the language and time zone of whoever reads it.
 */
export type MailVariableKind = 'text' | 'link' | 'time';

export interface MailVariable<K extends MailVariableKind = MailVariableKind> {
  readonly kind: K;
  /** For previews. */
  readonly example: string;
  /** The mail is of no use without it: a template that leaves it out is refused. */
  readonly required: boolean;
}

/** `{{name}}` stands for a variable in each of the three. */
export interface MailText {
  readonly subject: string;
  readonly html_content: string;
  readonly text_content: string;
}

type MailVariables = Readonly<Record<string, MailVariable>>;

/** A mail that some service sends. */
export interface MailDefinition<V extends MailVariables = MailVariables> {
  readonly kind: 'mail';
  readonly name: string;
  readonly summary: string;
  readonly variables: V;
  readonly texts: Readonly<Record<Locale, MailText>>;
}

/** What a mail is filled in with. */
export type MailValues<M extends MailDefinition> = { readonly [N in keyof M['variables']]: string };

export const textVariable = (example: string): MailVariable<'text'> => ({ kind: 'text', example, required: false });
export const timeVariable = (example: string): MailVariable<'time'> => ({ kind: 'time', example, required: false });
/** `required` unless the mail tells something by itself already. */
export const linkVariable = (example: string, required = true): MailVariable<'link'> => ({
  kind: 'link',
  example,
  required,
});

export const defineMail = <const V extends MailVariables>(
  definition: Omit<MailDefinition<V>, 'kind'>,
): MailDefinition<V> => ({ kind: 'mail', ...definition });

const MAX_VALUE_LENGTH = 300;

const values: Record<MailVariableKind, z.ZodType<string>> = {
  text: lineOfText(MAX_VALUE_LENGTH),
  link: z
    .string({ error: 'request.field_type' })
    .max(MAX_URL_LENGTH, { error: 'request.field_too_long' })
    .refine(isHttpUrl, { error: 'mail.link_invalid', abort: true })
    .transform((link) => new URL(link).href),
  time: timestampSchema,
};

/** Checks what a mail is filled in with; what it has no variable for is left out, as a newer release may know more. */
export const mailValuesSchema = ({ variables }: MailDefinition) =>
  z.object(Object.fromEntries(Object.entries(variables).map(([name, { kind }]) => [name, values[kind]])));
