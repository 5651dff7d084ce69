import { readableHost } from '@linkway/kit/ui';

/** `http://lnk.test/abc` as people read it: `lnk.test/abc`. */
export const shortAddress = (shortUrl: string): string => shortUrl.replace(/^https?:\/\//, '');

/** The host of a destination, for its mark; empty for what is no address. */
export const hostOf = (url: string): string =>
  URL.canParse(url) ? readableHost(new URL(url).hostname).replace(/^www\./, '') : '';
