import { Checkbox } from 'antd';
import { type ReactNode, type Ref, useDeferredValue, useRef } from 'react';
import { ErrorCard } from '../../base/error-card';
import type { Stale } from '../../query/page-query';
import { StaleNotice } from '../stale-notice';
import { useTexts } from '../texts';
import { useTouch } from '../touch';
import { type Column, columnsFor } from './columns';
import styles from './data-table.module.css';
import { Paging, type PagingProps } from './paging';
import { SelectionBar } from './selection-bar';
import { TableCards } from './table-cards';
import { TableRows } from './table-rows';
import { useRowFocus } from './use-row-focus';
import { useWidth } from './use-width';

interface Selection<Row> {
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
  nameOf: (row: Row) => string;
  /** What is done with all of them. */
  actions: ReactNode;
}

/** What can be asked of a table that is shown. */
export interface TableHandle {
  ref?: Ref<{ focusRow: (key: string) => void }>;
}

export interface DataTableProps<Row> extends TableHandle {
  /** What the rows are, for who does not see them. */
  label: string;
  columns: readonly Column<Row>[];
  /** undefined: on their way. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** So many rows are expected. */
  expected?: number;
  /** The rows are the answer to an earlier question. */
  old?: boolean;
  /** Why there are no rows. */
  error?: { error: unknown; title: string; retry?: () => void; busy?: boolean } | null;
  /** The rows could not be renewed. */
  stale?: Stale | null;
  /** In place of no rows. */
  empty: ReactNode;
  /** How the rows are sorted, and who is asked for another order. */
  sort?: string;
  onSort?: (sort: string) => void;
  selection?: Selection<Row>;
  /** How many there are. */
  count?: ReactNode;
  paging?: PagingProps;
  /** Within a card that has a frame and a title of its own. */
  bare?: true;
}

export interface RowsProps<Row>
  extends Pick<DataTableProps<Row>, 'label' | 'columns' | 'rows' | 'rowKey' | 'sort' | 'onSort'> {
  ghosts: number;
  selection?: Selection<Row> & { box: (row: Row) => ReactNode };
}

/**
 * A list: a table where its columns fit into the room that it has, some below others where that is what it takes, else cards. Nothing
 * of a row is ever hidden.
 */
export function DataTable<Row>({ ref, ...props }: DataTableProps<Row>) {
  const { label, columns, rowKey, expected = 10, old = false, error, empty, selection, count, paging } = props;
  // The first rows are drawn bit by bit, so that a slow phone goes on listening meanwhile.
  const first = useDeferredValue(props.rows);
  const rows = first && props.rows;
  const { t } = useTexts();
  const root = useRef<HTMLDivElement>(null);
  const touch = useTouch();
  const wide = columnsFor(columns, { width: useWidth(root), touch, selects: selection !== undefined });
  const keepFocus = useRowFocus(root, rows?.map(rowKey) ?? [], ref);

  const toggle = (key: string): void => {
    const next = new Set(selection?.selected);
    if (!next.delete(key)) next.add(key);
    selection?.onChange(next);
  };
  const box = (row: Row) => (
    <Checkbox
      aria-label={t('select', { name: selection?.nameOf(row) })}
      checked={selection?.selected.has(rowKey(row))}
      onChange={() => toggle(rowKey(row))}
    />
  );
  /** The next page is read from its first row. */
  const toTop = (): void => {
    if ((root.current?.getBoundingClientRect().top ?? 0) < 0) root.current?.scrollIntoView({ block: 'start' });
  };
  const shown: RowsProps<Row> = { ...props, rows, ghosts: expected, selection: selection && { ...selection, box } };

  return (
    <div ref={root} tabIndex={-1} className={`${styles.root} ${props.bare ? styles.bare : ''}`} {...keepFocus}>
      <StaleNotice stale={props.stale ?? null} />
      {error && !rows ? (
        <ErrorCard {...error} />
      ) : rows?.length === 0 && !old ? (
        empty
      ) : (
        <div className={old ? styles.old : undefined} aria-busy={!rows || old}>
          {wide ? <TableRows {...shown} shown={wide} touch={touch} /> : <TableCards {...shown} />}
          {rows && (count || paging) && (
            <footer className={styles.footer}>
              <span className={styles.count}>{count}</span>
              {paging && <Paging {...paging} label={label} narrow={!wide} toTop={toTop} />}
            </footer>
          )}
        </div>
      )}
      {selection && selection.selected.size > 0 && (
        <SelectionBar count={selection.selected.size} onClear={() => selection.onChange(new Set())}>
          {selection.actions}
        </SelectionBar>
      )}
    </div>
  );
}
