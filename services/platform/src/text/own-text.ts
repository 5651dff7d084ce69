/** The same text, without what it is a part of: a part keeps the whole in memory, as of a long header of which one address is remembered. */
export const ownText = (text: string): string => Buffer.from(text).toString();
