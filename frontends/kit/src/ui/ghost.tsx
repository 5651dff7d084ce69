import styles from './ghost.module.css';

interface Props {
  width?: number | string;
  height?: number;
}

/** A grey bar where something comes, seen only when that takes longer than 150 ms. */
export function Ghost({ width = '100%', height = 16 }: Props) {
  return <span className={styles.ghost} style={{ width, height }} aria-hidden="true" />;
}
