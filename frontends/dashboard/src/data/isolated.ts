import { withoutBidiControls } from '@linkway/contracts/rules';

/**
 * A text that somebody wrote, within a sentence: its direction is its own, and turns nothing around it. Where it stands in an element of
 * its own, that is a `bdi`.
 */
export const isolated = (text: string): string => `\u2068${withoutBidiControls(text)}\u2069`;
