/** Milliseconds since 1970. Tests move it. */
export type Clock = () => number;

export const CLOCK = Symbol('CLOCK');
