import type { ReactNode } from 'react';
import styles from './form.module.css';

/** Below a field: what is wrong with it, else how to fill it in. One element, so that its id always describes the field. */
export function FieldMessage({ id, message, help }: { id: string; message?: ReactNode; help?: string }) {
  return (
    <p id={id} className={message ? styles.error : styles.help} role={message ? 'alert' : undefined}>
      {message ?? help}
    </p>
  );
}
