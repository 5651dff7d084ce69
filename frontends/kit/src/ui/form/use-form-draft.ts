import type { FormInstance } from 'antd';
import { useState } from 'react';
import { useSession } from '../../session';
import { changedSince, draftStore, foundOver, type Together, type TypedOver, typedOver, typedSince } from './draft';

/** As `useFormDraft` answers it, for the dialog around the form. */
export interface FormDraft {
  /** Whether anything is typed that is not saved. */
  isDirty: () => boolean;
  /** What was typed is saved. What a page that was opened since has kept is not of that, and stays. */
  drop: () => void;
  /** What was typed is given up. */
  giveUp: () => void;
  /** What was typed before is there again, or over what somebody else has saved (`overtaken`), until that is known or given up. */
  restored: { onDiscard: () => void; overtaken?: boolean } | null;
}

/**
 * What is typed over what is `saved`, kept in the tab under the name of the form and the account: it is there again after a reload, and after a
 * session that ended. Give `initial` and `keep` to the form, and never a password.
 */
export function useFormDraft<Values extends object>(
  form: FormInstance<Values>,
  name: string,
  saved: Values,
  together?: Together<Values>,
) {
  const session = useSession();
  const account = session.state === 'signed-in' ? session.me.id : '';
  const [store] = useState(() => draftStore<TypedOver<Values>>(`${name}_draft:${account}`));
  const [found] = useState(() => foundOver(store, saved));
  const [initial] = useState<Values>(() => ({ ...saved, ...found?.typed }));
  const [notice, setNotice] = useState<'found' | 'overtaken' | null>(
    found && (found.overtaken ? 'overtaken' : 'found'),
  );

  const now = (): Values => ({ ...initial, ...form.getFieldsValue(true) });
  const isChanged = (base: Values): boolean => Object.keys(changedSince(base, now())).length > 0;
  const keep = (base: Values): void => (isChanged(base) ? store.keep(typedOver(base, now(), together)) : store.drop());
  const startOver = (): void => {
    store.drop();
    form.setFields(Object.entries(saved).map(([field, value]) => ({ name: field as never, value, errors: [] })));
    setNotice(null);
  };
  const draft: FormDraft = {
    isDirty: () => isChanged(saved),
    drop: () => {
      if (store.isOwn()) store.drop();
    },
    giveUp: store.drop,
    restored: notice && { onDiscard: startOver, overtaken: notice === 'overtaken' },
  };
  return {
    ...draft,
    initial,
    keep: (): void => keep(saved),
    /** Something was saved: what was typed on meanwhile stays, over what is saved `now`. */
    settled: (now: Values): void => {
      if (store.isOwn()) keep(now);
      setNotice(null);
    },
    /** Somebody else has saved it meanwhile, as it is `fresh`, which is to be `saved` from now on: what was typed stays, over that. */
    overtakenBy: (fresh: Values): void => {
      // What is kept stays typed over what was saved before: who comes back to it is told of this, too.
      form.setFieldsValue({ ...fresh, ...typedSince(saved, now(), together) });
      setNotice('overtaken');
    },
  };
}
