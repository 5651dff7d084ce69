import { type ReactNode, useState } from 'react';
import styles from './form.module.css';

interface Props {
  title: string;
  help: string;
  /** Whether it begins open: where something in it is filled in. */
  open: boolean;
  /** Once somebody opens it. */
  onOpen?: () => void;
  children: ReactNode;
}

/** Fields that few people need. They open by themselves where one of them is wrong. */
export function Fold({ title, help, open, onOpen, children }: Props) {
  const [initially] = useState(open);
  return (
    <details
      className={styles.fold}
      open={initially}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) onOpen?.();
      }}
    >
      <summary className={styles.legend}>{title}</summary>
      <p className={styles.help}>{help}</p>
      {children}
    </details>
  );
}
