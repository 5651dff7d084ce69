/** `http://lnk.test/abc` as people read it: `lnk.test/abc`. */
export const shortOf = ({ short_url }: { short_url: string }): string => short_url.replace(/^https?:\/\//, '');
