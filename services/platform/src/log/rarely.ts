/**
 * Lets a message through once in so many milliseconds; what came in between is left out and counted, and the next
 * message that goes through is given the count.
 */
export function rarely(ms: number, now: () => number = Date.now): (tell: (suppressed: number) => void) => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  let suppressed = 0;
  return (tell) => {
    const at = now();
    // A clock that was set back must not silence for longer than usual.
    if (at >= toldAt && at - toldAt < ms) {
      suppressed += 1;
      return;
    }
    const left = suppressed;
    toldAt = at;
    suppressed = 0;
    tell(left);
  };
}

/** The same for each of a few keys, none of which silences another. */
export function rarelyEach(ms: number): (key: string, tell: (suppressed: number) => void) => void {
  const each = new Map<string, ReturnType<typeof rarely>>();
  return (key, tell) => {
    const seldom = each.get(key) ?? rarely(ms);
    each.set(key, seldom);
    seldom(tell);
  };
}
