/** What the clicks of each UTC day were: the last insert or change of their table that it had. */
export type Marks = ReadonlyMap<string, number>;

export interface TotalPlace {
  readonly workspaceId: string;
  readonly linkId: string;
}

/** How far somebody was told of changed totals. */
export interface Told {
  /** The table that the marks are of: another one has other marks. */
  readonly table: string;
  /** Days as they were when all of their links were told. */
  readonly marks: Marks;
  /** A walk through the links of what has changed since, which is not over. */
  readonly walk: Walk | null;
}

export interface Walk {
  /** When it began, in ms since 1970, and the days as they were then; those that did not change are not among them, and one that was gone is 0. */
  readonly at: number;
  readonly marks: Marks;
  /** Links up to this one were told; null: none. */
  readonly after: TotalPlace | null;
}

const DAY_MS = 86_400_000;
const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const MARKS = new RegExp(`^(${ID})[|]([0-9a-z:,]*)(?:[|](.*))?$`);
const WALK = new RegExp(`^([0-9a-z]+);([0-9a-z:,]*);(?:(${ID})/(${ID}))?$`);

export const nothingTold = (table: string): Told => ({ table, marks: new Map(), walk: null });

/** Days that are not as they were told, as they are now: 0 for one that is gone. */
export function changedSince(told: Marks, now: Marks): Marks {
  const changed = [...now].filter(([day, mark]) => told.get(day) !== mark);
  const gone = [...told.keys()].filter((day) => !now.has(day)).map((day) => [day, 0] as const);
  return new Map([...changed, ...gone]);
}

/** The days once a walk is over. */
export function walked({ marks }: Told, walk: Walk): Marks {
  return new Map([...marks, ...walk.marks].filter(([day]) => walk.marks.get(day) !== 0));
}

/** Short: there is a mark in it for each day of which clicks are kept. */
export function toldText({ table, marks, walk }: Told): string {
  const done = `${table}|${marksText(marks)}`;
  if (!walk) return done;
  const after = walk.after ? `${walk.after.workspaceId}/${walk.after.linkId}` : '';
  return `${done}|${walk.at.toString(36)};${marksText(walk.marks)};${after}`;
}

/** What is no such text, or of another table, tells all anew. */
export function toldOf(text: string | null, table: string): Told {
  const [, of, done = '', rest = ''] = MARKS.exec(text ?? '') ?? [];
  if (of !== table) return nothingTold(table);
  const [, at = '', walking = '', workspaceId, linkId] = WALK.exec(rest) ?? [];
  if (at === '') return { table, marks: marksOf(done), walk: null };
  const after = workspaceId && linkId ? { workspaceId, linkId } : null;
  return { table, marks: marksOf(done), walk: { at: Number.parseInt(at, 36), marks: marksOf(walking), after } };
}

const marksText = (marks: Marks): string =>
  [...marks].map(([day, mark]) => `${(Date.parse(day) / DAY_MS).toString(36)}:${mark.toString(36)}`).join(',');

function marksOf(text: string): Marks {
  const found = [...text.matchAll(/([0-9a-z]{1,5}):([0-9a-z]{1,11})/g)];
  return new Map(
    found.map(([, day = '', mark = '']) => [
      new Date(Number.parseInt(day, 36) * DAY_MS).toISOString().slice(0, 10),
      Number.parseInt(mark, 36),
    ]),
  );
}
