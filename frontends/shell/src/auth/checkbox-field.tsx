import { type ReactNode, useId } from 'react';
import { FieldMessage } from '../form/field-message';
import styles from './auth-form.module.css';

interface Props {
  name: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  message?: ReactNode;
  /** What is agreed to. */
  children: ReactNode;
}

export function CheckboxField({ name, checked, onChange, message, children }: Props) {
  const id = useId();
  return (
    <div>
      <label className={styles.check}>
        <input
          type="checkbox"
          name={name}
          className={styles.box}
          checked={checked}
          aria-invalid={message ? true : undefined}
          aria-describedby={`${id}-help`}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{children}</span>
      </label>
      <FieldMessage id={`${id}-help`} message={message} />
    </div>
  );
}
