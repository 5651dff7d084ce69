import { type ApiProblem, api, asProblem, body, type Domain, useProblemTexts } from '@linkway/kit/api';
import { useEffect, useState } from 'react';

export interface Domains {
  /** null while they load. */
  list: readonly Domain[] | null;
  problem: string | null;
  retry: () => void;
}

/** The active free domains, the main one first. */
export function useDomains(): Domains {
  const [list, setList] = useState<readonly Domain[] | null>(null);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const { detail } = useProblemTexts(problem);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let current = true;
    // A second try is a real one, whatever the browser kept.
    body(api.GET('/api/domains', attempt > 0 ? { cache: 'reload' } : {})).then(
      ({ data }) => {
        if (!current) return;
        setProblem(null);
        setList(data.filter((domain) => domain.is_free && domain.is_active));
      },
      (error: unknown) => {
        if (current) setProblem(asProblem(error));
      },
    );
    return () => {
      current = false;
    };
  }, [attempt]);
  const isAway = problem?.code === 'network.unreachable';
  // What is said stays until there is an answer.
  useEffect(() => {
    if (!isAway) return;
    const again = (): void => setAttempt((last) => last + 1);
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [isAway]);
  const retry = (): void => {
    setProblem(null);
    setAttempt((last) => last + 1);
  };
  return { list, problem: problem && detail, retry };
}
