/**
 * An address with nothing in it that cannot be seen, or that turns or joins the letters around it: such characters stand percent-encoded,
 * as a browser sends them.
 */
export const visibleAddress = (address: string): string =>
  address.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, encodeURIComponent);
