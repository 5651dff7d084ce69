import type { ApiProblem } from '@linkway/kit/api';
import { Form, useSubmit } from '@linkway/kit/ui/form';
import type { OneDialog } from '../../../parts/use-one-dialog';

export interface CodeValues {
  current_password: string;
  code: string;
}

interface Work<Result> {
  send: (values: CodeValues) => Promise<Result>;
  done: (result: Result) => void;
  failed?: (problem: ApiProblem) => void;
}

/** A dialog's form with a password, a code, or both. What was wrong is selected, as it is typed anew. */
export function useCodeForm<Result>(dialog: OneDialog, work: Work<Result>) {
  const [form] = Form.useForm<CodeValues>();
  const select = (field: string): void => (form.getFieldInstance(field) as { select?: () => void } | null)?.select?.();
  const submission = useSubmit<CodeValues, CodeValues, Result>(form, {
    ...work,
    failed: (problem) => {
      work.failed?.(problem);
      const [field] = Object.keys(problem.fields);
      if (field) select(field);
      // It was closed meanwhile: what there is to say is in it.
      dialog.show();
    },
  });
  return {
    ...submission,
    form,
    /** What one begins with, where that opens no keyboard over what is to be read first. */
    focus: (field: keyof CodeValues): void => {
      if (!window.matchMedia('(pointer: coarse)').matches) form.focusField(field);
    },
  };
}
