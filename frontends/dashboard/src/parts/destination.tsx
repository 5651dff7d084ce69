import { readableAddress } from '@linkway/kit/ui';
import styles from './destination.module.css';

const TAIL = 14;

/** A destination on one muted line, cut in the middle when it is too long for its place: its end tells links apart. */
export function Destination({ url }: { url: string }) {
  const whole = readableAddress(url);
  const address = whole.replace(/^https?:\/\//i, '').replace(/\/$/, '');
  return (
    <span className={styles.destination} title={whole}>
      <span className={styles.head}>{address.slice(0, -TAIL) || address}</span>
      {address.length > TAIL && <span className={styles.tail}>{address.slice(-TAIL)}</span>}
    </span>
  );
}
