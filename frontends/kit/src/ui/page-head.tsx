import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import styles from './page-head.module.css';

interface Props {
  /** What somebody called it stands in a `bdi`. */
  title: ReactNode;
  /** One plain sentence. */
  text: ReactNode;
  /** The one main action. */
  action?: ReactNode;
  /** Another page was here, under the same tab, and what had the focus is gone with it. */
  next?: boolean;
}

/** The head of every dashboard page. On a phone the frame's floating button stays away where it has an action. */
export function PageHead({ title, text, action, next = false }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const lead = useEffectEvent(() => {
    if (next && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  });
  useEffect(() => lead(), []);
  return (
    <header className={styles.head}>
      <div className={styles.words}>
        <h1 ref={heading} tabIndex={next ? -1 : undefined} className={styles.title}>
          {title}
        </h1>
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
