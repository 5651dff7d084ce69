import { PlainButton } from '@linkway/kit/base';
import { useAlive } from '../layout/use-alive';
import styles from './submit-button.module.css';

interface Props {
  busy: boolean;
  text: string;
  busyText: string;
}

/**
 * Keeps the focus while it is busy, as a disabled button would not; the form sends nothing twice. Before the page is alive it
 * is disabled, which keeps a browser from sending the form itself, with the password in the address.
 */
export function SubmitButton({ busy, text, busyText }: Props) {
  return (
    <PlainButton
      type="submit"
      kind="primary"
      size="large"
      className={styles.submit}
      disabled={!useAlive()}
      aria-disabled={busy || undefined}
    >
      {busy && <span className={styles.spinner} aria-hidden="true" />}
      {busy ? busyText : text}
    </PlainButton>
  );
}
