import { useEffect, useRef } from 'react';
import styles from './form-alert.module.css';

interface Props {
  title: string;
  text?: string;
  /** Each further failure is another one, and comes into view again. */
  failure: unknown;
}

/** What went wrong with a form as a whole: brought into view, focused and read out. */
export function FormAlert({ title, text, failure }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!failure) return;
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
  return (
    <div ref={box} className={styles.alert} role="alert" tabIndex={-1}>
      <strong className={styles.title}>{title}</strong>
      {text && <p>{text}</p>}
    </div>
  );
}
