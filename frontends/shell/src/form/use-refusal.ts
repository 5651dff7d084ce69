import { type ApiProblem, type ProblemTexts, useProblemTexts } from '@linkway/kit/api';
import { useState } from 'react';

type Messages = Partial<Record<string, string>>;

/**
 * What the API refused of a form, in the page's language: told at its fields until they are changed, or for the whole form.
 * `messagesOf` says which of its fields a problem is about.
 */
export function useRefusal(messagesOf: (code: string, texts: ProblemTexts) => Messages) {
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [mended, setMended] = useState<readonly string[]>([]);
  const texts = useProblemTexts(problem);
  const told = problem ? Object.entries(messagesOf(problem.code, texts)) : [];
  return {
    /** By field. */
    messages: Object.fromEntries(told.filter(([field]) => !mended.includes(field))) as Messages,
    /** Where it is about no field. */
    problem: problem && told.length === 0 ? problem : null,
    detail: texts.detail,
    code: problem?.code,
    /** Gives the first field that it is about. */
    refuse: (refused: ApiProblem): string | undefined => {
      setProblem(refused);
      setMended([]);
      return Object.keys(messagesOf(refused.code, refused))[0];
    },
    mend: (fields: readonly string[]): void => setMended((before) => [...before, ...fields]),
    clear: (): void => setProblem(null),
  };
}

export type Refusal = ReturnType<typeof useRefusal>;
