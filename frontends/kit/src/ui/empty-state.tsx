import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

interface Props {
  icon: ReactNode;
  title: string;
  text: string;
  action?: ReactNode;
  /** Its button is the page's main one: a phone has no room for it twice. */
  first?: true;
}

/** What will be here, why one would want it, and the button that starts it. */
export function EmptyState({ icon, title, text, action, first }: Props) {
  return (
    <section className={styles.empty} data-first={first}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text}>{text}</p>
      {action}
    </section>
  );
}
