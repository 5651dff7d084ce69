import styles from './on-off.module.css';

export interface OnOffProps {
  on: boolean;
  /** What it switches, and how that is now: who speaks to it says what they see. */
  name: string;
  /** How that is now. */
  text: string;
  onChange: () => void;
}

/** A switch with its state in words beside it; all of it is pressed. */
export function OnOff({ on, name, text, onChange }: OnOffProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={name}
      className={styles.switch}
      onClick={onChange}
    >
      <span className={styles.track} aria-hidden="true" />
      <span aria-hidden="true">{text}</span>
    </button>
  );
}
