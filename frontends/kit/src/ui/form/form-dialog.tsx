import { Button } from 'antd';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Drawer } from '../dialog/drawer';
import { Modal } from '../dialog/modal';
import { useTexts } from '../texts';
import { opensKeyboard } from '../touch';
import styles from './form.module.css';
import { type Failure, FormFailure } from './form-failure';
import { Restored } from './restored';
import type { Dialog } from './use-dialogs';
import type { FormDraft } from './use-form-draft';
import { useUnsaved } from './use-unsaved';

interface Shown {
  dialog: Omit<Dialog<unknown>, 'of'>;
  title: string;
  /** The id of the form in it. */
  form: string;
  save: string;
  /** It takes something away. */
  danger?: boolean;
  busy: boolean;
  problem: Failure | null;
  /** What is asked before it is closed, where that is about something else than what was typed. */
  question?: Question;
  /** Without the button that gives it up: something is done, and only to be read to its end. */
  final?: boolean;
  /** The field that typing begins in, but by touch, where a keyboard would cover what is to be read first. */
  first?: string;
  children: ReactNode;
}

/** What becomes of what is typed is said by every dialog: a draft keeps it, or it says itself what would be lost. */
type Props = Shown &
  (
    | { draft: FormDraft }
    | {
        draft?: undefined;
        /** Whether anything typed would be lost. */
        isDirty: () => boolean;
        /** Something is there that no draft keeps, and no way out is taken without a question. */
        unkept: boolean;
        /** What was typed is given up. */
        onDiscard: () => void;
        /** What was typed before is there again, until that is known or given up. */
        restored?: FormDraft['restored'];
      }
  );

interface Question {
  title: string;
  text: string;
  /** Closes it. */
  leave: string;
  stay: string;
}

const WIDTH = 520;

/**
 * Only where the focus is nowhere yet, or on what is around the field: who was quicker than the drawer types where they are. Nothing is
 * scrolled for it, as the drawer may be on its way.
 */
function beginIn(form: string, name: string): void {
  const field = document.getElementById(`${form}_${name}`);
  if (!field || !document.activeElement?.contains(field) || opensKeyboard()) return;
  field.focus({ preventScroll: true });
}

/** Tells that what is beside it is there, once whoever has taken the focus for the drawer has done so. */
function Begun({ tell }: { tell: () => void }) {
  const told = useEffectEvent(tell);
  useEffect(() => {
    const timer = window.setTimeout(told);
    return () => window.clearTimeout(timer);
  }, []);
  return null;
}

/** A form in a drawer. However it is closed, what is typed is not thrown away without a question. */
export function FormDialog({ dialog, title, form, save, danger, busy, problem, final = false, ...props }: Props) {
  const { t } = useTexts();
  const { isDirty, unkept, onDiscard, restored } = props.draft
    ? { ...props.draft, unkept: false, onDiscard: props.draft.giveUp }
    : props;
  const { question = { title: t('unsaved'), text: t('unsaved_text'), leave: t('discard'), stay: t('keep_editing') } } =
    props;
  const [asking, setAsking] = useState<{ goOn?: () => void } | null>(null);
  const keep = useRef<HTMLButtonElement>(null);

  const begin = (): void => {
    if (props.first) beginIn(form, props.first);
  };
  const close = (): void => {
    if (busy) dialog.hide();
    else if (isDirty()) setAsking({});
    else dialog.end();
  };
  const discard = (): void => {
    onDiscard();
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
        if (visible) begin();
        else dialog.afterClose();
      }}
      footer={
        <>
          <FormFailure failure={problem} place="dialog" />
          <div className={styles.answers}>
            {!final && <Button onClick={close}>{t('cancel')}</Button>}
            <Button type="primary" danger={danger} htmlType="submit" form={form} loading={busy}>
              {save}
            </Button>
          </div>
        </>
      }
    >
      {restored && <Restored {...restored} />}
      {props.children}
      <Begun tell={begin} />
      <Modal
        open={asking !== null}
        zIndex={dialog.zIndex + 100}
        width={420}
        title={question.title}
        onCancel={() => setAsking(null)}
        afterOpenChange={(open) => {
          if (open) keep.current?.focus();
        }}
        footer={
          <div className={styles.answers}>
            <Button danger onClick={discard}>
              {question.leave}
            </Button>
            <Button ref={keep} type="primary" onClick={() => setAsking(null)}>
              {question.stay}
            </Button>
          </div>
        }
      >
        <p>{question.text}</p>
      </Modal>
    </Drawer>
  );
}
