import { type ReactNode, useState } from 'react';
import styles from './form.module.css';

interface Props {
  title: string;
  help: string;
  /** Whether it begins open: where something in it is filled in. */
  open: boolean;
  children: ReactNode;
}

/** Fields that few people need. They open by themselves where one of them is wrong. */
export function Fold({ title, help, open, children }: Props) {
  const [initially] = useState(open);
  return (
    <details className={styles.fold} open={initially}>
      <summary className={styles.legend}>{title}</summary>
      <p className={styles.help}>{help}</p>
      {children}
    </details>
  );
}
