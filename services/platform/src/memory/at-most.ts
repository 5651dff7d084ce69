/**
 * Options of an LRUCache of so many entries, whose memory grows with them. By `max` it would take the places of all of them at once, 1 to 2 MB
 * of 50,000 that a node which few visit never needs.
 */
export const atMost = (entries: number): { maxSize: number; sizeCalculation: () => number } => ({
  maxSize: entries,
  sizeCalculation: () => 1,
});
