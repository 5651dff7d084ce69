import { shortAddress } from '../data/short-address';
import { CopyIcon } from './copy-icon';
import styles from './short-link.module.css';

/** `host/code` with copy beside it. */
export function ShortLink({ url }: { url: string }) {
  const address = shortAddress(url);
  return (
    <span className={styles.short}>
      <a href={url} target="_blank" rel="noreferrer" className={styles.address}>
        {address}
      </a>
      <CopyIcon text={url} name={address} />
    </span>
  );
}
