import type { ErrorTexts } from '@linkway/contracts/errors';
import type { ApiProblem } from '../api/problem';

/**
 * What is wrong with a field, in the language that was added where the page is in one and has that text: the API answers in built-in ones.
 * Texts with figures stay as they were answered, since a field's own figures are not among the answer's.
 */
export function ownFieldError({ errors }: ApiProblem, field: string, answered: string): string {
  const { linkwayErrors } = globalThis as { linkwayErrors?: ErrorTexts | null };
  const code = errors.find((error) => error.field === field)?.code ?? '';
  const text = linkwayErrors?.texts[code];
  return text === undefined || /\{\w+\}/.test(text) ? answered : text;
}
