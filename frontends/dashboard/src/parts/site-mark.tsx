import { hostOf } from '../data/short-address';
import styles from './site-mark.module.css';

/** The first letter of a destination's site: links are told apart at a glance, and nobody else is asked for a picture. */
export function SiteMark({ url }: { url: string }) {
  return (
    <span className={styles.mark} aria-hidden="true">
      {hostOf(url).slice(0, 1).toUpperCase() || '?'}
    </span>
  );
}
