import { Tooltip } from 'antd';
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { ApiProblem } from '../api/problem';
import { type LazyPart, lazyPart } from '../base/lazy-part';
import { toast } from '../base/toast';
import styles from './lazy-dialog.module.css';
import { pressedControl } from './pressed';

/**
 * A dialog that is fetched when it is first opened. What opened it shows that it is on its way, and why it did not come. `close` takes it
 * off the page, by its own properties: opening it again is another try.
 */
export const lazyDialog = <P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  close: (props: P) => void,
): LazyPart<P> =>
  lazyPart(load, {
    waiting: <OnItsWay />,
    failed: (problem, props) => <DialogDown problem={problem} onClose={() => close(props)} />,
  });

/** What is there sooner is not waited for. */
const AFTER_MS = 200;
const SAID_MS = 8_000;

/** Of the dialog that was waited for last: by the time that it fails, the press is long ago. */
let opener: HTMLElement | null = null;

/** At the button that was pressed; at the foot of the page, where it was a key. */
function OnItsWay() {
  const { t } = useTranslation('kit');
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const control = pressedControl();
    opener = control;
    const timer = window.setTimeout(() => {
      if (!control) return setSlow(true);
      control.ariaBusy = 'true';
      control.dataset.waiting = '';
    }, AFTER_MS);
    return () => {
      window.clearTimeout(timer);
      control?.removeAttribute('aria-busy');
      control?.removeAttribute('data-waiting');
    };
  }, []);
  return (
    slow &&
    createPortal(
      <div className={styles.waiting} role="status">
        {t('loading')}
      </div>,
      document.body,
    )
  );
}

/** A dialog that did not load says so and is closed: opening it again is another try. */
function DialogDown({ problem, onClose }: { problem: ApiProblem; onClose: () => void }) {
  const [at] = useState(() => (opener?.isConnected ? opener : null));
  const tell = useEffectEvent(() => {
    if (at) return;
    toast(problem.detail, { kind: 'error' });
    onClose();
  });
  const end = useEffectEvent(() => at && onClose());
  useEffect(() => {
    tell();
    const timer = window.setTimeout(end, SAID_MS);
    const onPress = (): void => void end();
    // Before what was pressed hears of it.
    for (const name of ['pointerdown', 'keydown'] as const) document.addEventListener(name, onPress, true);
    return () => {
      window.clearTimeout(timer);
      for (const name of ['pointerdown', 'keydown'] as const) document.removeEventListener(name, onPress, true);
    };
  }, []);
  if (!at) return null;
  const { left, top, width, height } = at.getBoundingClientRect();
  const place = { left: left + window.scrollX, top: top + window.scrollY, width, height };
  return createPortal(
    <Tooltip open title={<span role="alert">{problem.detail}</span>}>
      <span className={styles.place} style={place} />
    </Tooltip>,
    document.body,
  );
}
