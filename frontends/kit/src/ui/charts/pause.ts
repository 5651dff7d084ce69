/** Whether the page is drawn for paper, where nothing can wait. */
export const onPaper = (): boolean => window.matchMedia('print').matches;

/** Lets the browser answer what was tapped or typed meanwhile, before work goes on. */
export const pause = (): Promise<void> =>
  onPaper() ? Promise.resolve() : new Promise((resolve) => window.setTimeout(resolve));
