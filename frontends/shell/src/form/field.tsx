import { type ComponentProps, type ReactNode, useId } from 'react';
import { FieldMessage } from './field-message';
import styles from './form.module.css';

interface Props extends Omit<ComponentProps<'input'>, 'id'> {
  name: string;
  label: string;
  help?: string;
  /** What is wrong with it. */
  message?: ReactNode;
  /** Around the input, with what stands in it. */
  box?: (input: ReactNode) => ReactNode;
}

/** One line to type in: its label above, what to do or what is wrong below. */
export function Field({ label, help, message, box = (input) => input, className = '', ...input }: Props) {
  const id = useId();
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {box(
        <input
          id={id}
          className={`${styles.input} ${className}`}
          aria-invalid={message ? true : undefined}
          aria-describedby={`${id}-help`}
          {...input}
        />,
      )}
      <FieldMessage id={`${id}-help`} message={message} help={help} />
    </div>
  );
}
