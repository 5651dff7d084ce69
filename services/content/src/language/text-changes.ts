import { entriesOf, type Texts, textAt } from './texts.js';

export interface TextChanges {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly unchanged: number;
}

/** How many texts differ where the second take the place of the first. */
export function changesBetween(before: Texts, after: Texts): TextChanges {
  const counts = { added: 0, changed: 0, unchanged: 0 };
  for (const entry of entriesOf(after)) {
    const former = textAt(before, entry);
    counts[former === undefined ? 'added' : former === entry.text ? 'unchanged' : 'changed'] += 1;
  }
  const removed = entriesOf(before).filter((entry) => textAt(after, entry) === undefined).length;
  return { ...counts, removed };
}
