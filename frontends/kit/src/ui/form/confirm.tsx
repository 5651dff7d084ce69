import { Alert, Button } from 'antd';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { type ApiProblem, asProblem } from '../../api/problem';
import { Modal } from '../dialog/modal';
import { useTexts } from '../texts';
import styles from './form.module.css';
import { type Dialog, useSight } from './use-dialogs';

export interface ConfirmProps {
  dialog: Omit<Dialog<unknown>, 'of'>;
  /** Names the thing. */
  title: string;
  /** What is lost, or what comes of it. */
  text: ReactNode;
  /** The button that does it. */
  confirm: string;
  /** What may be wanted instead. */
  alternative?: { label: string; run: () => void };
  /** What is said when it fails; the reason stands below. */
  failed?: string;
  /** It takes something away. */
  danger?: boolean;
  act: () => Promise<unknown>;
  /** Somebody else was first: it is as it should be. */
  isDone?: (problem: ApiProblem) => boolean;
  onDone: () => void;
  /** It failed when the question was out of sight. */
  onLateFailure: (problem: ApiProblem) => void;
}

/** Asks before something is done that others feel. Who goes on without reading cancels. */
export function Confirm({ dialog, title, text, confirm, alternative, danger = false, act, ...told }: ConfirmProps) {
  const { t } = useTexts();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const sight = useSight(dialog.open);
  const cancel = useRef<HTMLButtonElement>(null);

  const go = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await act();
    } catch (error) {
      const failed = asProblem(error);
      if (!told.isDone?.(failed)) {
        setBusy(false);
        setProblem(failed);
        if (sight.current === 'shown') return;
        dialog.end();
        told.onLateFailure(failed);
        return;
      }
    }
    dialog.end();
    told.onDone();
  };
  // A key that is held down since the menu answers nothing here.
  const holdBack = (event: KeyboardEvent): void => {
    if (event.repeat && event.key !== 'Tab') event.preventDefault();
  };

  return (
    <Modal
      open={dialog.open}
      zIndex={dialog.zIndex}
      title={title}
      onCancel={busy ? dialog.hide : dialog.end}
      afterOpenChange={(open) => {
        if (open) cancel.current?.focus();
      }}
      afterClose={dialog.afterClose}
      modalRender={(node) => (
        <div onKeyDownCapture={holdBack} role="presentation">
          {node}
        </div>
      )}
      footer={
        <div className={styles.answers}>
          {alternative && (
            <Button
              className={styles.alternative}
              disabled={busy}
              onClick={() => {
                dialog.end();
                alternative.run();
              }}
            >
              {alternative.label}
            </Button>
          )}
          <Button ref={cancel} onClick={busy ? dialog.hide : dialog.end}>
            {t('cancel')}
          </Button>
          <Button type="primary" danger={danger} loading={busy} onClick={() => void go()}>
            {confirm}
          </Button>
        </div>
      }
    >
      <div>{text}</div>
      {problem && (
        <Alert
          className={styles.problem}
          type="error"
          showIcon
          role="alert"
          title={told.failed ?? problem.detail}
          description={told.failed && problem.detail}
        />
      )}
    </Modal>
  );
}
