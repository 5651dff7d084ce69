import type { ReactNode } from 'react';
import styles from './page-head.module.css';

interface Props {
  title: string;
  /** One plain sentence. */
  text: string;
  /** The one main action. */
  action?: ReactNode;
}

/** The head of every dashboard page. On a phone the frame's floating button stays away where it has an action. */
export function PageHead({ title, text, action }: Props) {
  return (
    <header className={styles.head}>
      <div className={styles.words}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.text}>{text}</p>
      </div>
      {action && (
        <div className={styles.action} data-main-action>
          {action}
        </div>
      )}
    </header>
  );
}
