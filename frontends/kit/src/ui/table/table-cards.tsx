import { Fragment } from 'react';
import type { RowsProps } from './data-table';
import styles from './data-table.module.css';

/** Each row as a card: all that the table has, where there is no room for its columns. */
export function TableCards<Row>({ label, columns, rows, rowKey, ghosts, selection }: RowsProps<Row>) {
  const place = (wanted: string, row: Row) =>
    columns.filter(({ main, card = 'fact', isEmpty }) => !main && card === wanted && !isEmpty?.(row));
  if (!rows) {
    return (
      <div className={styles.cards} aria-hidden="true">
        {Array.from({ length: ghosts }, (_, card) => (
          <div key={card} className={styles.card}>
            {[1, 2, 3, 4].map((line) => (
              <span key={line} className={styles.ghost} />
            ))}
          </div>
        ))}
      </div>
    );
  }
  return (
    <ul className={styles.cards} aria-label={label}>
      {rows.map((row) => (
        <li key={rowKey(row)} data-row={rowKey(row)} className={styles.card}>
          <div className={styles.head}>
            {selection?.box(row)}
            {columns.map(
              ({ key, main, render, cardRender = render }) => main && <Fragment key={key}>{cardRender(row)}</Fragment>,
            )}
          </div>
          {place('line', row).map(({ key, render, cardRender = render }) => (
            <div key={key}>{cardRender(row)}</div>
          ))}
          <div className={styles.foot}>
            <span className={styles.facts}>
              {place('fact', row).map(({ key, title, render, cardRender }) => (
                <span key={key}>
                  {cardRender ? (
                    cardRender(row)
                  ) : (
                    <>
                      {title}: {render(row)}
                    </>
                  )}
                </span>
              ))}
            </span>
            {place('actions', row).map(({ key, render, cardRender = render }) => (
              <span key={key}>{cardRender(row)}</span>
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}
