import { type ReactNode, type Ref, useId } from 'react';
import styles from './panel.module.css';

interface Props {
  title: string;
  /** Of a heading that gets the focus, as what led to it is gone. */
  headingRef?: Ref<HTMLHeadingElement>;
  extra?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** A titled card. */
export function Panel({ title, headingRef, extra, children, className = '' }: Props) {
  const id = useId();
  return (
    <section className={`${styles.panel} ${className}`} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 ref={headingRef} id={id} tabIndex={headingRef ? -1 : undefined} className={styles.title}>
          {title}
        </h2>
        {extra}
      </header>
      {children}
    </section>
  );
}
