import { Button, type FormInstance, type FormProps } from 'antd';
import { type ReactNode, useEffect, useRef } from 'react';
import { opensKeyboard } from '../touch';
import styles from './form.module.css';
import { type Failure, FormFailure } from './form-failure';
import { KitForm } from './kit-form';

interface Props<Values> extends Pick<FormProps<Values>, 'name' | 'initialValues' | 'onValuesChange' | 'onFinish'> {
  form: FormInstance<Values>;
  submit: string;
  busy: boolean;
  disabled?: boolean;
  problem: Failure | null;
  /** Another part of the page is below it: the button stays at its end, where it covers nothing. */
  isPart?: boolean;
  /** Beside the button. */
  note?: ReactNode;
  children: ReactNode;
}

/** A form that is a page: its first field has the focus, its button stays in view, and what went wrong comes into it. */
export function FormPage<Values>({ submit, busy, disabled, problem, isPart, note, children, ...form }: Props<Values>) {
  const bar = useRef<HTMLDivElement>(null);
  // Typed at once, where that opens no keyboard over the page.
  useEffect(() => {
    if (opensKeyboard()) return;
    const field = bar.current?.closest('form')?.querySelector<HTMLElement>('input, textarea');
    field?.focus({ preventScroll: true });
  }, []);
  return (
    <KitForm<Values> {...form}>
      {children}
      <FormFailure failure={problem} place="page" />
      <div ref={bar} className={isPart ? styles.end : styles.bar}>
        {note ?? <span />}
        <Button type="primary" size="large" htmlType="submit" loading={busy} disabled={disabled}>
          {submit}
        </Button>
      </div>
    </KitForm>
  );
}
