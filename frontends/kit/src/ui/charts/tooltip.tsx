import styles from './tooltip.module.css';

interface Reading {
  title?: string;
  items: readonly { name?: string; value?: string | number; color?: string }[];
}

/** A chart's read-out as elements: the library's own is an HTML string with style attributes, which the CSP refuses. */
export function tooltipContent(_event: unknown, { title, items }: Reading) {
  return (
    <div>
      {title && <div className={styles.title}>{title}</div>}
      {items.map(({ name = '', value, color }) => (
        <div key={`${name} ${color}`} className={styles.row}>
          <span className={styles.marker} style={{ background: color }} />
          <span className={styles.name}>{name}</span>
          <span className={styles.value}>{value}</span>
        </div>
      ))}
    </div>
  );
}
