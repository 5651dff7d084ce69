import { visibleAddress } from '@linkway/kit/base';
import styles from './destination.module.css';

const TAIL = 14;

/** A destination on one muted line, cut in the middle when it is too long for its place: its end tells links apart. */
export function Destination({ url }: { url: string }) {
  const address = visibleAddress(url)
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '');
  return (
    <span className={styles.destination} title={visibleAddress(url)}>
      <span className={styles.head}>{address.slice(0, -TAIL) || address}</span>
      {address.length > TAIL && <span className={styles.tail}>{address.slice(-TAIL)}</span>}
    </span>
  );
}
