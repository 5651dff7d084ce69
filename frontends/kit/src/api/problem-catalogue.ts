import { errorMessage, isErrorCode } from '@linkway/contracts/errors';
import { currentLanguage, translator } from '../i18n/instance';
import type { ApiProblem } from './problem';
import type { ProblemTexts } from './problem-texts';

/** A problem in the page's language. What only a newer API knows stays as it was answered. */
export function textsOf({ code, detail, errors, params }: ApiProblem): ProblemTexts {
  const t = translator('kit');
  const say = (said: string, answered: string): string => {
    if (said === 'network.unreachable') return t('error.network');
    if (said === 'client.unexpected' || said.startsWith('http.')) return t('error.unexpected');
    if (!isErrorCode(said)) return answered;
    const text = errorMessage(said, currentLanguage(), params);
    // A field's own figures are not among the answer's.
    return /\{\w+\}/.test(text) ? answered : text;
  };
  const first = [...errors].reverse();
  return {
    detail: say(code, detail),
    fields: Object.fromEntries(first.map((error) => [error.field, say(error.code, error.detail)])),
  };
}
