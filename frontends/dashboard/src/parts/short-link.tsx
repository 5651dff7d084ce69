import { shortAddress } from '../data/short-address';
import { CopyIcon } from './copy-icon';
import styles from './short-link.module.css';

interface Props {
  url: string;
  /** Below a name that is read first. */
  quiet?: boolean;
  /** The message when it is copied, beside the check. */
  said?: string | undefined;
}

/** `host/code` with copy beside it. */
export function ShortLink({ url, quiet = false, said }: Props) {
  const address = shortAddress(url);
  return (
    <span className={styles.short}>
      <a href={url} target="_blank" rel="noreferrer" className={`${styles.address} ${quiet ? styles.quiet : ''}`}>
        {address}
      </a>
      <CopyIcon text={url} name={address} said={said} />
    </span>
  );
}
