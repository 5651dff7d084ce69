import { useSyncExternalStore } from 'react';
import styles from './toast.module.css';

interface Toast {
  id: number;
  text: string;
  kind: 'success' | 'error' | 'info';
  action?: { label: string; run: () => void };
  /** The id of what it is about. */
  about?: string;
}

const SHORT = 2_000;
/** Long enough to read why, and to reach the button. */
const LONG = 8_000;

const nothing: readonly Toast[] = [];
/** Of a page that the build has drawn. */
const none = (): readonly Toast[] => nothing;
let toasts = nothing;
let last = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

const remove = (id: number): void => set(toasts.filter((toast) => toast.id !== id));

/** Takes back what was said about something that is gone: its undo would lead nowhere. */
export const dropToasts = (about: string): void => set(toasts.filter((toast) => toast.about !== about));

/** Says something for 2 s; for 8 s what failed, or what has an action such as undo. */
export function toast(
  text: string,
  options: { kind?: Toast['kind']; action?: Toast['action']; about?: string } = {},
): void {
  last += 1;
  const id = last;
  set([...toasts.slice(-2), { ...options, id, text, kind: options.kind ?? 'success' }]);
  // Whoever is reading it, or is at its button, is not hurried.
  const end = (): void => {
    if (document.querySelector('[data-toasts]:is(:hover, :focus-within)')) window.setTimeout(end, SHORT);
    else remove(id);
  };
  window.setTimeout(end, options.action || options.kind === 'error' ? LONG : SHORT);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where toasts appear; once per page, outside of what may fail. */
export function Toaster() {
  const shown = useSyncExternalStore(subscribe, () => toasts, none);
  return (
    <div className={styles.region} role="status" aria-live="polite" data-toasts>
      {shown.map(({ id, text, kind, action }) => (
        <div key={id} className={`${styles.toast} ${styles[kind]}`}>
          <span className={styles.text}>{text}</span>
          {action && (
            <button
              type="button"
              className={styles.action}
              onClick={() => {
                action.run();
                remove(id);
              }}
            >
              {action.label}
            </button>
          )}
        </div>
      ))}
    </div>
  );
}
