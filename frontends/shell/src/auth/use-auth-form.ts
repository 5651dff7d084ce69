import { type ApiProblem, asProblem } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useNavigate } from '@linkway/kit/router';
import { loadSession } from '@linkway/kit/session';
import type { FormInstance } from '@linkway/kit/ui';
import { useEffect, useRef, useState } from 'react';

interface Options<Values> {
  form: FormInstance<Values>;
  send: (values: Values) => Promise<void>;
  /** Said on success, before the dashboard opens. */
  done: string;
  /** Time to read it, in ms. */
  pause: number;
}

/** Sends a sign-in form, puts the API's messages at their fields, and goes on to the dashboard. */
export function useAuthForm<Values extends object>({ form, send, done, pause }: Options<Values>) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const showProblem = (failed: ApiProblem): void => {
    const fields = Object.keys(form.getFieldsValue());
    const known = failed.errors.filter(({ field }) => fields.includes(field));
    form.setFields(known.map(({ field, detail }) => ({ name: field as never, errors: [detail] })));
    const [first] = known;
    if (first) form.focusField(first.field);
    setProblem(known.length > 0 ? null : failed);
  };

  const submit = async (values: Values): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await send(values);
    } catch (error) {
      showProblem(asProblem(error));
      setBusy(false);
      return;
    }
    toast(done);
    timer.current = window.setTimeout(async () => {
      await loadSession();
      await navigate('/dashboard', { replace: true });
    }, pause);
  };
  return { busy, problem, submit };
}
