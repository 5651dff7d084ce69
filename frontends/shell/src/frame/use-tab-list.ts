import { type ApiProblem, asProblem } from '@linkway/kit/api';
import { configOfPage, fetchConfig } from '@linkway/kit/remote';
import { useEffect, useState } from 'react';
import type { TabList } from './tabs';

/** The tabs of all remotes: written into the page by the gateway, asked for where it is not the one that answered. */
export function useTabList() {
  const [list, setList] = useState<TabList | null>(configOfPage);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const isWanted = list === null && problem === null;
  useEffect(() => {
    if (!isWanted) return;
    fetchConfig().then(setList, (error: unknown) => setProblem(asProblem(error)));
  }, [isWanted]);
  return { list, problem, reload: () => setProblem(null) };
}
