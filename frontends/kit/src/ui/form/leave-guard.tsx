import { createContext, type ReactNode, use, useCallback, useEffect, useId, useState } from 'react';
import { useTexts } from '../texts';
import { Confirm } from './confirm';
import { useDialogs } from './use-dialogs';
import { useUnsaved } from './use-unsaved';

type Say = (form: string, unsaved: boolean) => void;

const Guard = createContext<Say>(() => {});
const NONE: ReadonlySet<string> = new Set();

/** Around the forms of a page: while one of them holds what is not saved, the page is not left without a question, which is one for all. */
export function LeaveGuard({ children }: { children: ReactNode }) {
  const { t } = useTexts();
  const [unsaved, setUnsaved] = useState(NONE);
  const say = useCallback<Say>(
    (form, is) =>
      setUnsaved((before) => {
        if (before.has(form) === is) return before;
        const others = [...before].filter((other) => other !== form);
        return new Set(is ? [...others, form] : others);
      }),
    [],
  );
  const leaving = useDialogs<'leave', { id: string; go: () => void }>();
  useUnsaved(unsaved.size > 0, (go) => leaving.open('leave', { id: 'leave', go }));
  return (
    <Guard value={say}>
      {children}
      {leaving.of('leave').map((dialog) => (
        <Confirm
          key={dialog.id}
          dialog={dialog}
          title={t('unsaved')}
          text={t('unsaved_chosen')}
          confirm={t('discard')}
          danger
          act={async () => {}}
          onDone={dialog.of.go}
          onLateFailure={() => {}}
        />
      ))}
    </Guard>
  );
}

/** Says to the guard around it whether a form holds what is not saved. */
export function useGuarded(unsaved: boolean): void {
  const say = use(Guard);
  const form = useId();
  useEffect(() => say(form, unsaved), [say, form, unsaved]);
  useEffect(() => () => say(form, false), [say, form]);
}
