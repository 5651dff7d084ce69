import { useState } from 'react';
import styles from './avatar.module.css';
import { initialsOf } from './initials';

interface Props {
  person: { full_name: string; email: string; avatar_url?: string | null };
  size: number;
}

/** The picture of an account, else the initials of its owner. Says nothing by itself: whose it is stands beside it. */
export function Avatar({ person, size }: Props) {
  const { avatar_url: address } = person;
  const [failed, setFailed] = useState<string | null>(null);
  const box = { width: size, height: size, fontSize: Math.round(size * 0.42) };
  if (address && failed !== address) {
    return <img className={styles.avatar} style={box} src={address} alt="" onError={() => setFailed(address)} />;
  }
  return (
    // Drawn, not written: the button that they are on has its own name.
    <span className={styles.avatar} style={box} data-initials={initialsOf(person)} />
  );
}
