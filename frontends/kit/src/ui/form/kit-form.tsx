import { Form, type FormInstance, type FormProps } from 'antd';
import type { FocusEvent, ReactNode } from 'react';
import { ownFieldError } from '../../added-language/own-error';
import type { ApiProblem } from '../../api/problem';
import { useTexts } from '../texts';
import styles from './form.module.css';
import { isAfterPress } from './released';

type FieldName = (string | number)[];

/** A field that is folded away is shown before it is told what is wrong with it. */
function unfold(form: FormInstance, name: FieldName): void {
  const field = form.getFieldInstance(name) as { nativeElement?: Element | null } | undefined;
  const fold = field?.nativeElement?.closest('details');
  if (fold) fold.open = true;
}

/** What is wrong with one entry of a list is told at the field that holds the list. */
const holds = (path: FieldName, field: string): boolean => field.startsWith(`${path.join('.')}.`);

/** Puts the API's messages at their fields and the focus on the first; false when none of them has a field here. */
export function showFieldErrors<Values>(
  form: FormInstance<Values>,
  problem: ApiProblem,
  nameOf = (field: string): string => field,
): boolean {
  const names = form.getFieldsError().map(({ name }) => name);
  const known = Object.entries(problem.fields).flatMap(([field, detail]) => {
    const at = nameOf(field);
    const name = names.find((path) => path.join('.') === at) ?? names.find((path) => holds(path, at));
    return name ? [{ name, detail: ownFieldError(problem, field, detail) }] : [];
  });
  for (const { name } of known) unfold(form, name);
  form.setFields(known.map(({ name, detail }) => ({ name: name as never, errors: [detail] })));
  const [first] = known;
  if (first) form.focusField(first.name);
  return first !== undefined;
}

/**
 * A field is left once the pointer is released that is pressed elsewhere: to look at it again takes its message away, which moves the button
 * that is being clicked as one that appears does.
 */
function leaveReleased(event: FocusEvent<HTMLFormElement>): void {
  const { target, relatedTarget } = event.nativeEvent;
  const leave = (): void => {
    if (document.activeElement !== target)
      target?.dispatchEvent(new window.FocusEvent('focusout', { bubbles: true, relatedTarget }));
  };
  if (isAfterPress(leave)) event.stopPropagation();
}

/** Every form: what may be left empty says so, and the first wrong field gets the focus. */
export function KitForm<Values>(props: FormProps<Values> & { form: FormInstance<Values>; children: ReactNode }) {
  const { t } = useTexts();
  return (
    <Form<Values>
      layout="vertical"
      className={styles.form}
      // Drawn, not written: the field keeps its name for who speaks to it.
      requiredMark={(label, { required }) => (
        <span className={required ? undefined : styles.optional} data-optional={t('optional')}>
          {label}
        </span>
      )}
      scrollToFirstError={{ focus: true }}
      onBlurCapture={leaveReleased}
      onFinishFailed={({ errorFields }) => {
        for (const { name } of errorFields) unfold(props.form, name);
      }}
      {...props}
    />
  );
}
