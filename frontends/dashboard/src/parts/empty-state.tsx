import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

interface Props {
  icon: ReactNode;
  title: string;
  text: string;
  action?: ReactNode;
}

/** What will be here, why one would want it, and the button that starts it. */
export function EmptyState({ icon, title, text, action }: Props) {
  return (
    <section className={styles.empty}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text}>{text}</p>
      {action}
    </section>
  );
}
