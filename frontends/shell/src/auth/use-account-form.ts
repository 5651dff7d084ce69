import { type ApiProblem, asProblem } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { useLocation } from '@linkway/kit/router';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useRefusal } from '../form/use-refusal';
import { useTyped } from '../form/use-typed';
import { dropDraft, keepDraft, readDraft } from '../layout/draft';
import { type Broken, messagesOf, type Rule } from './auth-rules';

interface Options<Values> {
  /** Names what is kept of it over a reload. */
  name: string;
  /** Its fields, in their order on the page. */
  empty: Values;
  /** The fields that may be kept: no passwords. */
  kept: readonly (keyof Values & string)[];
  check: (values: Values) => Broken<Values>;
  /** false: it was taken, and more is asked for, which stands in its place then. */
  send: (values: Values) => Promise<unknown>;
  /** It was taken, and is busy until its page goes on. */
  done: (values: Values) => void;
  /** Whether an answer is no refusal but leads on elsewhere, where all the rest is told. */
  leadsOn?: (problem: ApiProblem, values: Values) => boolean;
  /** The field that has the focus first, in place of an empty form's first one. */
  first?: string;
  /** What was refused is typed anew and not mended: it is selected. */
  anew?: boolean;
}

/** Of a form about an account: what is typed, what is wrong with it, and its way to the API. */
export function useAccountForm<Values extends object>({
  name,
  empty,
  kept,
  check,
  send,
  done,
  ...more
}: Options<Values>) {
  const { t } = useTranslation('auth');
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<Values>(() => ({ ...empty, ...readDraft<Values>(name) }));
  /** Once it was sent, each field is judged while it is typed in. */
  const [tried, setTried] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const refusal = useRefusal(messagesOf(Object.keys(empty)));
  useTyped(form, values, Object.keys(empty) as (keyof Values & string)[], (typed) =>
    setValues((before) => ({ ...before, ...typed })),
  );
  useFirstFocus(
    form,
    kept.every((field) => !values[field]),
    more.first,
  );

  const change = <Field extends keyof Values & string>(field: Field, value: Values[Field]): void => {
    setValues((before) => ({ ...before, [field]: value }));
    refusal.mend([field]);
  };
  useEffect(() => {
    if (kept.some((field) => values[field])) keepDraft(name, Object.fromEntries(kept.map((one) => [one, values[one]])));
    else dropDraft(name);
  }, [name, kept, values]);
  const focus = (field: string): void => {
    const input = form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`);
    input?.focus();
    if (more.anew) input?.select();
  };

  const submit = async (): Promise<void> => {
    if (busy) return;
    setTried(Object.keys(empty));
    refusal.clear();
    const [wrong] = Object.keys(check(values));
    if (wrong) return focus(wrong);
    setBusy(true);
    try {
      if ((await send(values)) === false) return;
    } catch (error) {
      const problem = asProblem(error);
      if (more.leadsOn?.(problem, values)) return;
      setBusy(false);
      const refused = refusal.refuse(problem);
      return refused === undefined ? undefined : focus(refused);
    }
    dropDraft(name);
    done(values);
  };

  /** Of a field that something else than the form itself needs: whether it is right; else it says so. */
  const isRight = (field: keyof Values & string): boolean => {
    refusal.clear();
    if (!check(values)[field]) return true;
    setTried((before) => [...before, field]);
    focus(field);
    return false;
  };
  const broken: Broken<Values> = check(values);
  const messageOf = (field: keyof Values & string): string | undefined => {
    const rule: Rule | undefined = tried.includes(field) ? broken[field] : undefined;
    return rule ? t(`rule.${rule}`) : refusal.messages[field];
  };
  return {
    values,
    change,
    messageOf,
    isRight,
    busy,
    refusal,
    formProps: {
      ref: form,
      noValidate: true,
      onSubmit: (event: FormEvent): void => {
        event.preventDefault();
        void submit();
      },
    },
  };
}

/** Whoever opens an empty form starts to type; what was typed before is read first. */
function useFirstFocus(form: RefObject<HTMLFormElement | null>, empty: boolean, wanted?: string): void {
  const { state } = useLocation();
  const first = wanted ?? (state as { focus?: string } | null)?.focus;
  const [selector] = useState(() => (first ? `[name="${first}"]` : empty ? 'input' : null));
  useEffect(() => {
    // Who typed before the page came alive goes on where they are.
    if (!selector || form.current?.contains(document.activeElement)) return;
    form.current?.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
  }, [form, selector]);
}
