import type { FormInstance } from 'antd';
import { useState } from 'react';
import { type ApiProblem, asProblem } from '../../api/problem';
import { showFieldErrors } from './kit-form';

interface Work<Sent, Result> {
  send: (sent: Sent) => Promise<Result>;
  done: (result: Result, sent: Sent) => void | Promise<void>;
  failed?: (problem: ApiProblem) => void;
  /** What the form calls a field of the API, where that is not the same. */
  nameOf?: (field: string) => string;
}

/** Sends a form. What the answer says of fields is shown at them, the rest is the form's problem. */
export function useSubmit<Values, Sent, Result>(
  form: FormInstance<Values>,
  { send, done, failed, nameOf }: Work<Sent, Result>,
) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const submit = async (sent: Sent): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await done(await send(sent), sent);
    } catch (error) {
      const told = asProblem(error);
      if (!showFieldErrors(form, told, nameOf)) setProblem(told);
      failed?.(told);
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, submit };
}
