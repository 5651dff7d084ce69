import { shortAddress } from '../data/short-address';
import { CopyIcon } from './copy-icon';
import styles from './short-link.module.css';

/** `host/code` with copy beside it; `quiet` below a name that is read first. */
export function ShortLink({ url, quiet = false }: { url: string; quiet?: boolean }) {
  const address = shortAddress(url);
  return (
    <span className={styles.short}>
      <a href={url} target="_blank" rel="noreferrer" className={`${styles.address} ${quiet ? styles.quiet : ''}`}>
        {address}
      </a>
      <CopyIcon text={url} name={address} />
    </span>
  );
}
