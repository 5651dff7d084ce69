import { useState } from 'react';
import { hostOf } from '../data/short-address';
import styles from './site-mark.module.css';

interface Props {
  url: string;
  /** Of our own API: no page of ours asks the site itself, or anybody else, for a picture. */
  icon?: string | null | undefined;
}

/** The icon of a destination's site, or the first letter of its name: links are told apart at a glance. */
export function SiteMark({ url, icon }: Props) {
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <span className={styles.mark} aria-hidden="true">
      {icon && failed !== icon ? (
        <img className={styles.icon} src={icon} alt="" width={20} height={20} onError={() => setFailed(icon)} />
      ) : (
        hostOf(url).slice(0, 1).toUpperCase() || '?'
      )}
    </span>
  );
}
