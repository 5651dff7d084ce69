import { Button, type FormInstance, type FormProps } from 'antd';
import { type ReactNode, useEffect, useRef } from 'react';
import type { ApiProblem } from '../../api/problem';
import { ErrorCard } from '../../base/error-card';
import styles from './form.module.css';
import { KitForm } from './kit-form';

interface Props<Values> extends Pick<FormProps<Values>, 'name' | 'initialValues' | 'onValuesChange' | 'onFinish'> {
  form: FormInstance<Values>;
  submit: string;
  busy: boolean;
  disabled?: boolean;
  problem: { error: ApiProblem; title: string } | null;
  /** Beside the button. */
  note?: ReactNode;
  children: ReactNode;
}

/** A form that is a page: its first field has the focus, its button stays in view, and what went wrong comes into it. */
export function FormPage<Values>({ submit, busy, disabled, problem, note, children, ...form }: Props<Values>) {
  const failure = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  // Typed at once, where that opens no keyboard over the page.
  useEffect(() => {
    if (window.matchMedia('(pointer: coarse)').matches) return;
    const field = bar.current?.closest('form')?.querySelector<HTMLElement>('input, textarea');
    field?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    if (!problem) return;
    failure.current?.scrollIntoView({ block: 'nearest' });
    failure.current?.focus({ preventScroll: true });
  }, [problem]);
  return (
    <KitForm<Values> {...form}>
      {children}
      {problem && (
        <div ref={failure} tabIndex={-1} className={styles.pageFailure}>
          <ErrorCard error={problem.error} title={problem.title} />
        </div>
      )}
      <div ref={bar} className={styles.bar}>
        {note ?? <span />}
        <Button type="primary" size="large" htmlType="submit" loading={busy} disabled={disabled}>
          {submit}
        </Button>
      </div>
    </KitForm>
  );
}
