import { z } from 'zod';
import type { Locale } from '../envelope.js';
import { threatNames } from '../mails/security-alert.js';
import { threatTypes } from '../rules/threats.js';
import { lineOfText } from '../text.js';

/**
 * `text`: one line, said as it is. `number`: a whole one, said as the language does. `agent`: a browser or system in lower case, as sessions
 * have it; empty where it is not known. `threat`: a type of threat.
 */
export type NotificationVariableKind = 'text' | 'number' | 'agent' | 'threat';

export interface NotificationVariable<K extends NotificationVariableKind = NotificationVariableKind> {
  readonly kind: K;
  readonly example: string;
}

/** `{{name}}` stands for a variable in both. */
export interface NotificationText {
  readonly title: string;
  readonly text: string;
}

type NotificationVariables = Readonly<Record<string, NotificationVariable>>;

/** Something that an account is told of in the web app. */
export interface NotificationDefinition<V extends NotificationVariables = NotificationVariables> {
  readonly kind: 'notification';
  readonly name: string;
  readonly summary: string;
  /** Where it leads: a path of the web app. */
  readonly path: string;
  /** Whether it goes out by mail as well, where its reader wants that. What a mail of its own tells in any case does not. */
  readonly mail: boolean;
  readonly variables: V;
  readonly texts: Readonly<Record<Locale, NotificationText>>;
}

/** What a notification is filled in with, and kept as; its text is made in the language of whoever reads it. */
export type NotificationValues<N extends NotificationDefinition> = { readonly [K in keyof N['variables']]: string };

export const variable = <K extends NotificationVariableKind>(kind: K, example: string): NotificationVariable<K> => ({
  kind,
  example,
});

export const defineNotification = <const V extends NotificationVariables>(
  definition: Omit<NotificationDefinition<V>, 'kind'>,
): NotificationDefinition<V> => ({ kind: 'notification', ...definition });

const MAX_VALUE_LENGTH = 200;

const values: Record<NotificationVariableKind, z.ZodType<string>> = {
  text: lineOfText(MAX_VALUE_LENGTH),
  number: z.string().regex(/^\d{1,15}$/, { error: 'request.field_type' }),
  agent: lineOfText(MAX_VALUE_LENGTH),
  threat: z.enum(threatTypes, { error: 'request.field_type' }),
};

/** Checks what a notification is filled in with; what it has no variable for is left out, as a newer release may know more. */
export const notificationValuesSchema = ({ variables }: NotificationDefinition) =>
  z.object(Object.fromEntries(Object.entries(variables).map(([name, { kind }]) => [name, values[kind]])));

/** Names that are not their code with a capital. */
const AGENTS: Readonly<Record<string, string>> = {
  android: 'Android',
  chromeos: 'ChromeOS',
  ios: 'iOS',
  macos: 'macOS',
};
const UNKNOWN: Readonly<Record<Locale, string>> = { en: 'unknown', vi: 'không rõ' };

function said(kind: NotificationVariableKind, value: string, locale: Locale): string {
  if (kind === 'number') return new Intl.NumberFormat(locale === 'vi' ? 'vi-VN' : 'en-US').format(Number(value));
  if (kind === 'threat') return (threatNames[locale] as Record<string, string>)[value] ?? value;
  if (kind === 'agent') return AGENTS[value] ?? (capital(value) || UNKNOWN[locale]);
  return value;
}

const capital = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1);

/** In a language; a value that is missing, as of a former release, is said as nothing. */
export function notificationText(
  { variables, texts }: NotificationDefinition,
  given: Readonly<Record<string, string>>,
  locale: Locale,
): NotificationText {
  const filled = (text: string) =>
    text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
      const known = variables[name];
      return known ? said(known.kind, given[name] ?? '', locale) : whole;
    });
  return { title: filled(texts[locale].title), text: filled(texts[locale].text) };
}
