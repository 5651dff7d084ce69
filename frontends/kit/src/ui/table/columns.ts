import type { ReactNode } from 'react';
import { controlPx } from '../touch';

/** A column of a table, and what becomes of it in a card. */
export interface Column<Row> {
  key: string;
  title: string;
  /** Its head is for screen readers alone: a column of buttons. */
  quiet?: true;
  render: (row: Row) => ReactNode;
  align?: 'end';
  /** The px without which its cells cannot be read, or how many buttons stand beside each other in them. */
  minWidth: number | { buttons: number };
  /** Where there is no room for all columns, it stands below what the column of this key has, with its title. */
  under?: string;
  /** What tells the rows apart: it takes the room that the others leave, and heads the card. */
  main?: true;
  /** What the head asks for, by the names of the query. */
  sort?: { up: string; down: string };
  /** Its place in a card below the main cell: a line of its own, one of the facts at the foot, or beside these. */
  card?: 'line' | 'fact' | 'actions';
  /** Whether a row has nothing of it: there it takes no room and has no title, but where it is a column of its own. */
  isEmpty?: (row: Row) => boolean;
  /** As a card says it, where there is no head to name it. */
  cardRender?: (row: Row) => ReactNode;
}

/** Of the column of checkboxes. */
export const SELECT_WIDTH = 48;

/** Left and right of what a cell has. */
const CELL_PADDING = 32;

export const widthOf = ({ minWidth }: Pick<Column<never>, 'minWidth'>, touch: boolean): number =>
  typeof minWidth === 'number' ? minWidth : minWidth.buttons * controlPx(touch) + CELL_PADDING;

interface Room {
  /** In px; 0: not known, as before the first drawing. */
  width: number;
  touch: boolean;
  /** Rows can be selected. */
  selects: boolean;
}

/** The columns of a table that can be read in the room that there is: all, or all that may not stand under others. null: it is cards. */
export function columnsFor<Each extends Pick<Column<never>, 'minWidth' | 'under'>>(
  columns: readonly Each[],
  { width, touch, selects }: Room,
): readonly Each[] | null {
  const fits = (some: readonly Each[]): boolean =>
    width === 0 || width >= some.reduce((sum, column) => sum + widthOf(column, touch), selects ? SELECT_WIDTH : 0);
  return [columns, columns.filter(({ under }) => !under)].find(fits) ?? null;
}
