import { useEffect, useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { loadPart } from '../base/load-part';
import type { ApiProblem } from './problem';

export interface ProblemTexts {
  detail: string;
  /** The first message of each wrong field, by its path. */
  fields: Record<string, string>;
}

const nothing: ProblemTexts = { detail: '', fields: {} };
/** Fetched when a problem that is shown was answered in the other language. */
let catalogue: typeof import('./problem-catalogue') | null = null;
const loadCatalogue = async (): Promise<void> => {
  catalogue = await loadPart(() => import('./problem-catalogue'), undefined, true);
};

/** What a problem says, in the page's language also when that was changed since. */
export function useProblemTexts(problem: ApiProblem | null): ProblemTexts {
  const { language } = useTranslation('kit').i18n;
  const [, draw] = useReducer((draws: number) => draws + 1, 0);
  const foreign = problem !== null && problem.language !== language;
  useEffect(() => {
    // Where it does not load, the sentence stays in the language that it was answered in.
    if (foreign && !catalogue) loadCatalogue().then(draw, () => {});
  }, [foreign]);
  return (foreign && catalogue?.textsOf(problem)) || problem || nothing;
}
