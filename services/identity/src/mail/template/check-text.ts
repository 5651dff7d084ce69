import type { ErrorCode, MailDefinition, MailText } from '@linkway/contracts';
import { fieldError } from '@linkway/platform';
import { placesIn } from './html-places.js';
import { placeholdersOf, strayBraces } from './placeholders.js';

/**
 * Throws where a text has a variable that the mail does not have, lacks one without which the mail is of no use, or has one where
 * its value would not be safe: in HTML anywhere but between tags, a link in a quoted attribute excepted.
 */
export function checkText(mail: MailDefinition, text: MailText): void {
  for (const field of ['subject', 'html_content', 'text_content'] as const) {
    const refuse = (code: ErrorCode, variable: string) => {
      throw fieldError(field, code, { variable });
    };
    const found = placeholdersOf(text[field]);
    const unknown = found.find(({ name }) => !Object.hasOwn(mail.variables, name));
    if (unknown) refuse('mail.template_variable_unknown', written(unknown.name));
    const stray = strayBraces(text[field]);
    if (stray !== null) refuse('mail.template_variable_unknown', stray);

    const names = new Set(found.map(({ name }) => name));
    const isLink = (name: string) => mail.variables[name]?.kind === 'link';
    // Whoever sees the list of somebody's mails must not have the key to their account by it.
    const inSubject = field === 'subject' ? [...names].find(isLink) : undefined;
    if (inSubject) refuse('mail.template_variable_misplaced', written(inSubject));
    const missing = Object.entries(mail.variables).find(([name, { required }]) => required && !names.has(name));
    if (field !== 'subject' && missing) refuse('mail.template_variable_missing', written(missing[0]));

    if (field !== 'html_content') continue;
    const places = placesIn(
      text[field],
      found.map(({ at }) => at),
    );
    const misplaced = found.find(({ name }, index) => {
      const place = places[index];
      return place === 'forbidden' || (place === 'attribute' && !isLink(name));
    });
    if (misplaced) refuse('mail.template_variable_misplaced', written(misplaced.name));
  }
}

const written = (name: string): string => `{{${name}}}`;
