import { useState } from 'react';

/** What could not be done with a link, and why. */
export interface RowProblems {
  of: (id: string) => string | undefined;
  tell: (id: string, text: string) => void;
  /** It is tried again. */
  forget: (id: string) => void;
}

/** Messages go; what failed stays at the row that it is about, until it is tried again. */
export function useRowProblems(): RowProblems {
  const [told, setTold] = useState<Record<string, string>>({});
  return {
    of: (id) => told[id],
    tell: (id, text) => setTold((all) => ({ ...all, [id]: text })),
    forget: (id) => setTold((all) => Object.fromEntries(Object.entries(all).filter(([key]) => key !== id))),
  };
}
