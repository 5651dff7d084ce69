import {
  changedSince,
  type DraftStore,
  Form,
  type FormInstance,
  foundOver,
  type TypedOver,
  typedOver,
} from '@linkway/kit/ui/form';
import { useEffect, useEffectEvent, useState } from 'react';

interface Saved<Values> {
  values: Values;
  /** When that was; null: it is as Linkway comes. */
  at: string | null;
}

/**
 * What is typed over something that is saved. A field that nobody typed in shows what is saved now, another person's changes too; a draft
 * keeps the others, save `unkept`. `notice`: what was typed is there again, or lies over something that was saved since.
 */
export function useTyped<Values extends object>(
  form: FormInstance<Values>,
  saved: Saved<Values>,
  draft: DraftStore<TypedOver<Values>>,
  unkept?: keyof Values,
) {
  const [base, setBase] = useState(saved);
  const [found] = useState(() => foundOver(draft, saved.values));
  const [initial] = useState<Values>(() => ({ ...saved.values, ...found?.typed }));
  const [notice, setNotice] = useState<Notice>(() => {
    if (!isOther(saved.values, initial)) return null;
    return found?.overtaken ? 'overtaken' : 'restored';
  });
  const typed = (Form.useWatch([], form) as Values | undefined) ?? initial;
  const changed = isOther(base.values, typed);

  const now = (): Values => ({ ...initial, ...form.getFieldsValue(true) });
  const keep = (from = base.values): void => {
    const typed = now();
    if (unkept !== undefined) typed[unkept] = from[unkept];
    const kept = typedOver(from, typed);
    if (Object.keys(kept).length === 0) draft.drop();
    else draft.keep(kept);
  };
  const show = (values: Partial<Values>): void =>
    form.setFields(Object.entries(values).map(([name, value]) => ({ name: name as never, value, errors: [] })));
  /** Puts `next` under what was typed since the form was as `before`. Whether anything was. */
  const take = (next: Saved<Values>, before: Values): boolean => {
    const values = { ...next.values, ...changedSince(before, now()) };
    show(changedSince(now(), values));
    setBase(next);
    // What a page that was opened since has kept is not of this one.
    if (draft.isOwn()) keep(next.values);
    return isOther(next.values, values);
  };

  const takeOver = useEffectEvent((at: string | null) => {
    if (at !== base.at) setNotice(take(saved, base.values) ? 'overtaken' : null);
  });
  // oxlint-disable-next-line react/set-state-in-effect -- what is typed is the form's, and is asked of it
  useEffect(() => takeOver(saved.at), [saved.at]);

  return {
    initial,
    /** Under what is typed. */
    savedAt: base.at,
    typed,
    changed,
    notice: changed ? notice : null,
    keep: () => keep(),
    /** What was typed on while `sent` was being saved stays. */
    taken: (next: Saved<Values>, sent: Values): void => {
      take(next, sent);
      setNotice(null);
    },
    /** As it is saved. */
    reset: (to = base): void => {
      draft.drop();
      show(to.values);
      setBase(to);
      setNotice(null);
    },
  };
}

type Notice = 'restored' | 'overtaken' | null;

const isOther = <Values extends object>(saved: Values, values: Values): boolean =>
  Object.keys(changedSince(saved, values)).length > 0;
