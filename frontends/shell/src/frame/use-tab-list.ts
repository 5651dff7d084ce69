import { type ApiProblem, asProblem } from '@linkway/kit/api';
import { configOfPage, fetchConfig } from '@linkway/kit/remote';
import { useEffect, useState } from 'react';
import type { TabList } from './tabs';

/** The tabs of all remotes: written into the page by the gateway, asked for where it is not the one that answered. */
export function useTabList() {
  const [list, setList] = useState<TabList | null>(configOfPage);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [busy, setBusy] = useState(list === null);
  useEffect(() => {
    if (!busy) return;
    void fetchConfig()
      .then(setList, (error: unknown) => setProblem(asProblem(error)))
      .finally(() => setBusy(false));
  }, [busy]);
  // What went wrong is said until there is an answer.
  return { list, problem: list ? null : problem, busy, reload: () => setBusy(true) };
}
