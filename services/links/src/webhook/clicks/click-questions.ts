import { type Click, MOST_CLICKS_DESCRIBED } from '@linkway/contracts';

/** Of one question, as JSON; a quarter of what a server of NATS takes, unless it was told otherwise. */
export const MOST_BYTES_ASKED = 256 * 1024;

/** Clicks, whosever they are, in questions of a bounded number and size; a click that is larger is asked for alone. */
export function* questionsOf(clicks: readonly Click[], mostBytes = MOST_BYTES_ASKED): Generator<Click[]> {
  let some: Click[] = [];
  let bytes = 0;
  for (const click of clicks) {
    const size = Buffer.byteLength(JSON.stringify(click));
    if (some.length === MOST_CLICKS_DESCRIBED || (some.length > 0 && bytes + size > mostBytes)) {
      yield some;
      [some, bytes] = [[], 0];
    }
    some.push(click);
    bytes += size;
  }
  if (some.length > 0) yield some;
}
