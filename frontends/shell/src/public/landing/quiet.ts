/** Of a part that a page is whole without. */
export const quiet = { waiting: null, failed: () => null, stays: true };
