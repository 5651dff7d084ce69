import { Button } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { Drawer } from '../dialog/drawer';
import { Modal } from '../dialog/modal';
import { useTexts } from '../texts';
import styles from './form.module.css';
import { type Failure, FormFailure } from './form-failure';
import type { Dialog } from './use-dialogs';
import { useUnsaved } from './use-unsaved';

interface Props {
  dialog: Omit<Dialog<unknown>, 'of'>;
  title: string;
  /** The id of the form in it. */
  form: string;
  save: string;
  busy: boolean;
  problem: Failure | null;
  /** Whether anything typed would be lost. */
  isDirty: () => boolean;
  /** Something is typed that no draft keeps. */
  unkept?: boolean;
  /** What was typed is given up. */
  onDiscard: () => void;
  /** What was typed before is there again, until that is known or given up. */
  restored?: { onDiscard: () => void } | null;
  children: ReactNode;
}

const WIDTH = 520;

/** A form in a drawer. However it is closed, what is typed is not thrown away without a question. */
export function FormDialog({
  dialog,
  title,
  form,
  save,
  busy,
  problem,
  isDirty,
  unkept = false,
  restored,
  ...props
}: Props) {
  const { t } = useTexts();
  const [asking, setAsking] = useState<{ goOn?: () => void } | null>(null);
  const keep = useRef<HTMLButtonElement>(null);

  const close = (): void => {
    if (busy) dialog.hide();
    else if (isDirty()) setAsking({});
    else dialog.end();
  };
  const discard = (): void => {
    props.onDiscard();
    setAsking(null);
    dialog.end();
    asking?.goOn?.();
  };
  useUnsaved(dialog.open && unkept, (goOn) => setAsking({ goOn }));

  return (
    <Drawer
      open={dialog.open}
      zIndex={dialog.zIndex}
      // As wide as a narrow window has it.
      size={`min(100vw, ${WIDTH}px)`}
      title={<h2 className={styles.title}>{title}</h2>}
      onClose={close}
      afterOpenChange={(visible) => {
        if (!visible) dialog.afterClose();
      }}
      footer={
        <>
          <FormFailure failure={problem} place="dialog" />
          <div className={styles.answers}>
            <Button onClick={close}>{t('cancel')}</Button>
            <Button type="primary" htmlType="submit" form={form} loading={busy}>
              {save}
            </Button>
          </div>
        </>
      }
    >
      {restored && (
        <p className={styles.restored} role="status">
          {t('restored')} <Button onClick={restored.onDiscard}>{t('restored_discard')}</Button>
        </p>
      )}
      {props.children}
      <Modal
        open={asking !== null}
        zIndex={dialog.zIndex + 100}
        width={420}
        title={t('unsaved')}
        onCancel={() => setAsking(null)}
        afterOpenChange={(open) => {
          if (open) keep.current?.focus();
        }}
        footer={
          <div className={styles.answers}>
            <Button danger onClick={discard}>
              {t('discard')}
            </Button>
            <Button ref={keep} type="primary" onClick={() => setAsking(null)}>
              {t('keep_editing')}
            </Button>
          </div>
        }
      >
        <p>{t('unsaved_text')}</p>
      </Modal>
    </Drawer>
  );
}
