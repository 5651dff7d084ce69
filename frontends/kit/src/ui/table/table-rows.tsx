import { Checkbox } from 'antd';
import { useTexts } from '../texts';
import { type Column, SELECT_WIDTH, widthOf } from './columns';
import type { RowsProps } from './data-table';
import styles from './data-table.module.css';

interface Props<Row> extends RowsProps<Row> {
  /** Those that have a place of their own; each of the others is below one of them. */
  shown: readonly Column<Row>[];
  touch: boolean;
}

/** Rows under their heads: where there is room for them. */
export function TableRows<Row>({ shown, touch, ...props }: Props<Row>) {
  const { label, columns, rows, rowKey, ghosts, selection } = props;
  const below = (key: string, row: Row) =>
    columns.filter((column) => column.under === key && !shown.includes(column) && !column.isEmpty?.(row));
  const { t } = useTexts();
  const keys = rows?.map(rowKey) ?? [];
  const all = keys.length > 0 && keys.every((key) => selection?.selected.has(key));
  return (
    <table className={styles.table} aria-label={label}>
      <colgroup>
        {selection && <col style={{ width: SELECT_WIDTH }} />}
        {shown.map((column) => (
          <col key={column.key} style={column.main ? undefined : { width: widthOf(column, touch) }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {selection && (
            <th scope="col">
              <Checkbox
                aria-label={t('select_all')}
                checked={all}
                indeterminate={!all && keys.some((key) => selection.selected.has(key))}
                onChange={() => selection.onChange(new Set(all ? [] : keys))}
              />
            </th>
          )}
          {shown.map((column) => (
            <Head key={column.key} column={column} {...props} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows
          ? rows.map((row) => (
              <tr key={rowKey(row)} data-row={rowKey(row)}>
                {selection && <td>{selection.box(row)}</td>}
                {shown.map(({ key, align, render }) => (
                  <td key={key} className={align && styles.end}>
                    {render(row)}
                    {below(key, row).map((column) => (
                      <div key={column.key} className={styles.below}>
                        {column.title}: {column.render(row)}
                      </div>
                    ))}
                  </td>
                ))}
              </tr>
            ))
          : Array.from({ length: ghosts }, (_, row) => (
              <tr key={row} aria-hidden="true">
                {selection && <td aria-label={label} />}
                {shown.map(({ key, main, align }) => (
                  <td key={key} className={align && styles.end}>
                    <span className={styles.ghost} />
                    {main && <span className={styles.ghost} />}
                  </td>
                ))}
              </tr>
            ))}
      </tbody>
    </table>
  );
}

interface HeadProps<Row> extends Pick<RowsProps<Row>, 'sort' | 'onSort'> {
  column: Column<Row>;
}

function Head<Row>({ column: { title, quiet, align, sort: offers }, sort, onSort }: HeadProps<Row>) {
  const { t } = useTexts();
  const sorted = offers && (sort === offers.up ? 'ascending' : sort === offers.down ? 'descending' : undefined);
  if (!offers || !onSort) {
    return (
      <th scope="col" className={align && styles.end}>
        <span className={quiet && 'lw-visually-hidden'}>{title}</span>
      </th>
    );
  }
  const up = sorted === 'descending';
  return (
    <th scope="col" className={align && styles.end} aria-sort={sorted}>
      <button
        type="button"
        className={styles.sort}
        title={up ? t('sort_up', { title }) : t('sort_down', { title })}
        onClick={() => onSort(up ? offers.up : offers.down)}
      >
        {title}
        <span aria-hidden="true" className={sorted ? undefined : styles.unsorted}>
          {sorted === 'ascending' ? '↑' : '↓'}
        </span>
      </button>
    </th>
  );
}
