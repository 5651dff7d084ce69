import { Alert, Button } from 'antd';
import { type KeyboardEvent, useRef, useState } from 'react';
import { type ApiProblem, asProblem } from '../../api/problem';
import { Modal } from '../dialog/modal';
import { useTexts } from '../texts';
import styles from './form.module.css';
import { type Dialog, useSight } from './use-dialogs';

interface Props {
  dialog: Omit<Dialog<unknown>, 'of'>;
  /** Names the thing. */
  title: string;
  /** What is lost. */
  text: string;
  /** The button that does it. */
  confirm: string;
  /** What may be wanted instead. */
  alternative?: { label: string; run: () => void };
  remove: () => Promise<unknown>;
  /** Somebody else was first: it is as it should be. */
  isGone: (problem: ApiProblem) => boolean;
  onDone: () => void;
  /** It failed when the question was out of sight. */
  onLateFailure: (problem: ApiProblem) => void;
}

/** Asks before something is gone for good. Who goes on without reading cancels. */
export function ConfirmDelete({ dialog, title, text, confirm, alternative, remove, isGone, ...told }: Props) {
  const { t } = useTexts();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const sight = useSight(dialog.open);
  const cancel = useRef<HTMLButtonElement>(null);

  const go = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await remove();
    } catch (error) {
      const failed = asProblem(error);
      if (!isGone(failed)) {
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
          <Button type="primary" danger loading={busy} onClick={() => void go()}>
            {confirm}
          </Button>
        </div>
      }
    >
      <p>{text}</p>
      {problem && <Alert className={styles.problem} type="error" showIcon role="alert" title={problem.detail} />}
    </Modal>
  );
}
