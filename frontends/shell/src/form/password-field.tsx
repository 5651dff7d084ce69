import { type ComponentProps, useState } from 'react';
import { LineIcon } from '../layout/icon';
import { Field } from './field';
import styles from './password-field.module.css';

const EYE = 'M2 12c3-5 6-7 10-7s7 2 10 7c-3 5-6 7-10 7s-7-2-10-7zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z';
const CROSSED_EYE = `${EYE}M4 20L20 4`;

interface Props extends Omit<ComponentProps<typeof Field>, 'type' | 'box' | 'className'> {
  /** Names of the eye: each says what a press shows or hides. */
  show: string;
  hide: string;
}

/** A password, which its eye makes readable. */
export function PasswordField({ show, hide, ...field }: Props) {
  const [shown, setShown] = useState(false);
  const name = shown ? hide : show;
  return (
    <Field
      {...field}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      className={styles.input}
      box={(input) => (
        <div className={styles.box}>
          {input}
          <button type="button" className={styles.eye} aria-label={name} title={name} onClick={() => setShown(!shown)}>
            <LineIcon path={shown ? CROSSED_EYE : EYE} />
          </button>
        </div>
      )}
    />
  );
}
