import { type ApiProblem, asProblem } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useLocation, useNavigate } from '@linkway/kit/router';
import { loadSession } from '@linkway/kit/session';
import type { FormInstance } from '@linkway/kit/ui';
import { useEffect, useRef, useState } from 'react';
import { dropDraft, keepDraft, readDraft } from '../layout/draft';
import { destinationOf } from './destination';

interface Options<Values> {
  /** Names what is kept of it over a reload. */
  name: string;
  form: FormInstance<Values>;
  /** The fields that may be kept: no passwords. */
  kept: readonly (keyof Values & string)[];
  send: (values: Values) => Promise<void>;
  /** Said on success, before the dashboard opens. */
  done: string;
  /** Time to read it, in ms. */
  pause: number;
}

/** Sends a sign-in form, puts the API's messages at their fields, and goes on to the dashboard. */
export function useAuthForm<Values extends object>({ name, form, kept, send, done, pause }: Options<Values>) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [initialValues] = useState(() => readDraft<Values>(name));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const onValuesChange = (_changed: Partial<Values>, values: Values): void =>
    keepDraft(name, Object.fromEntries(kept.map((field) => [field, values[field]])));

  const showProblem = (failed: ApiProblem): void => {
    const fields = Object.keys(form.getFieldsValue());
    // A code that is about one field goes to it also when the answer names none.
    const named = failed.errors.length > 0 ? failed.errors : [{ field: fieldOf(failed.code), detail: failed.detail }];
    const known = named.filter(({ field }) => fields.includes(field));
    form.setFields(known.map(({ field, detail }) => ({ name: field as never, errors: [detail] })));
    const [first] = known;
    if (first) form.focusField(first.field);
    setProblem(known.length > 0 ? null : failed);
  };

  const onFinish = async (values: Values): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await send(values);
    } catch (error) {
      showProblem(asProblem(error));
      setBusy(false);
      return;
    }
    dropDraft(name);
    toast(done);
    timer.current = window.setTimeout(async () => {
      await loadSession();
      await navigate(destinationOf(search), { replace: true });
    }, pause);
  };
  return { busy, problem, formProps: { form, initialValues, onValuesChange, onFinish } };
}

/** `auth.email_taken` -> `email`. */
const fieldOf = (code: string): string =>
  ['full_name', 'email', 'password'].find((field) => code.startsWith(`auth.${field}_`)) ?? '';
