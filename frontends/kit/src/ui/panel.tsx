import { type ReactNode, useId } from 'react';
import styles from './panel.module.css';

interface Props {
  title: string;
  extra?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** A titled card. */
export function Panel({ title, extra, children, className = '' }: Props) {
  const id = useId();
  return (
    <section className={`${styles.panel} ${className}`} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {extra}
      </header>
      {children}
    </section>
  );
}
