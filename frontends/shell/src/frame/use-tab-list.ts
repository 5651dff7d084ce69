import { type ApiProblem, asProblem } from '@linkway/kit/api';
import { configOfPage, fetchConfig } from '@linkway/kit/remote';
import { useEffect, useState } from 'react';
import type { TabList } from './tabs';

/** The tabs of all remotes: written into the page by the gateway, asked for where it is not the one that answered. */
export function useTabList() {
  const [list, setList] = useState<TabList | null>(configOfPage);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [tries, setTries] = useState(0);
  const missing = list === null;
  useEffect(() => {
    if (!missing) return;
    fetchConfig().then(
      (config) => {
        setList(config);
        setProblem(null);
      },
      (error: unknown) => setProblem(asProblem(error)),
    );
  }, [missing, tries]);
  return { list, problem, reload: () => setTries(tries + 1) };
}
