/** All time zones by their names, with those that are to be there though the browser may call them otherwise. */
export const zoneOptions = (...also: string[]): { value: string }[] =>
  [...new Set([...also, ...Intl.supportedValuesOf('timeZone')])].sort().map((value) => ({ value }));
