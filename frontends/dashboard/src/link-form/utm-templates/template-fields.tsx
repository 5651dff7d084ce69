import { CAMPAIGN, MAX_CAMPAIGN_LENGTH, MAX_UTM_TEMPLATE_NAME } from '@linkway/contracts/rules';
import { type ApiProblem, useProblemTexts } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { Button } from '@linkway/kit/ui';
import { Form } from '@linkway/kit/ui/form';
import { Input } from '@linkway/kit/ui/input';
import { type KeyboardEvent, useEffect, useId } from 'react';
import type { TemplateValues } from './use-utm-templates';
import styles from './utm-templates.module.css';

interface Props {
  values: TemplateValues;
  problem: ApiProblem | null;
  busy: boolean;
  change: (values: TemplateValues) => void;
  save: () => void;
  cancel: () => void;
}

/** Name and parameters of a template. No form of its own: it lies within the form of a link. */
export function TemplateFields({ values, problem, busy, change, save, cancel }: Props) {
  const { t } = useTranslation('create');
  const id = useId();
  // In place of the list, or of nothing: what had the focus is gone.
  useEffect(() => document.getElementById(`${id}-name`)?.focus(), [id]);
  const { detail, fields } = useProblemTexts(problem);
  const names = ['name', ...CAMPAIGN] as const;
  const label = (name: (typeof names)[number]): string => (name === 'name' ? t('templates.name') : t(`form.${name}`));
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    save();
  };
  return (
    <div className="ant-form ant-form-vertical">
      {names.map((name) => (
        <Form.Item
          key={name}
          label={label(name)}
          htmlFor={`${id}-${name}`}
          required={name === 'name'}
          validateStatus={fields[name] ? 'error' : undefined}
          help={fields[name]}
        >
          <Input
            id={`${id}-${name}`}
            value={values[name]}
            maxLength={name === 'name' ? MAX_UTM_TEMPLATE_NAME : MAX_CAMPAIGN_LENGTH}
            placeholder={name === 'name' ? undefined : name}
            autoComplete="off"
            onChange={({ target }) => change({ ...values, [name]: target.value })}
            onKeyDown={onKey}
          />
        </Form.Item>
      ))}
      {problem && Object.keys(fields).length === 0 && <p role="alert">{detail}</p>}
      <span className={styles.buttons}>
        <Button onClick={cancel}>{t('templates.cancel')}</Button>
        <Button type="primary" loading={busy} onClick={save}>
          {t('templates.save')}
        </Button>
      </span>
    </div>
  );
}
