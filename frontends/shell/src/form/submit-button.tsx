import { PlainButton } from '@linkway/kit/base';
import styles from './submit-button.module.css';

interface Props {
  busy: boolean;
  text: string;
  busyText: string;
}

/** Keeps the focus while it is busy, as a disabled button would not; the form sends nothing twice. */
export function SubmitButton({ busy, text, busyText }: Props) {
  return (
    <PlainButton type="submit" kind="primary" size="large" className={styles.submit} aria-disabled={busy || undefined}>
      {busy && <span className={styles.spinner} aria-hidden="true" />}
      {busy ? busyText : text}
    </PlainButton>
  );
}
