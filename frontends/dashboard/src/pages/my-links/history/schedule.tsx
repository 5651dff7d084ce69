import { api, body, type Link, type ScheduledChange } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { MomentInput } from '@linkway/kit/ui/date';
import { Form, FormDialog, fieldRule, KitForm, submissions, useFormDraft, useSubmit } from '@linkway/kit/ui/form';
import { Select } from '@linkway/kit/ui/input';
import { useState } from 'react';
import { TextFields, UrlField } from '../../../link-form/fields';
import { checkTime, rule } from '../../../link-form/validation';
import type { OneDialog } from '../../../parts/use-one-dialog';
import styles from './history.module.css';
import { useRenew } from './use-history';

interface Values {
  due_at: string | null;
  url: string;
  title: string;
  description: string;
  tags: string[];
  is_active: boolean;
}
type Body = { due_at: string; changes: Partial<Omit<Values, 'due_at'>> };

const valuesOf = ({ original_url, title, description, tags = [], is_active }: Link): Values => ({
  due_at: null,
  url: original_url,
  title,
  description,
  tags,
  is_active,
});

/** What is otherwise than now. */
function bodyOf({ due_at, ...values }: Values, now: Values): Body {
  const changes = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(now[name as keyof Values]),
  );
  return { due_at: due_at ?? '', changes: Object.fromEntries(changes) };
}

/** A change of a link at a time to come. */
export function Schedule({ dialog, link }: { dialog: OneDialog; link: Link }) {
  const { t } = useTranslation(['my-links', 'create']);
  const { dateTime } = useFormats();
  const [form] = Form.useForm<Values>();
  const [now] = useState(() => valuesOf(link));
  const draft = useFormDraft(form, `schedule:${link.id}`, now);
  const [keys] = useState(() => submissions(`schedule:${link.id}`));
  const renew = useRenew(link.id);
  const work = useSubmit<Values, Body, ScheduledChange>(form, {
    send: (sent) => {
      // Sent again after a break, it is the same change; another one is not.
      const params = { path: { id: link.id }, header: { 'Idempotency-Key': keys.keyFor(sent) } };
      return body(api.POST('/api/links/{id}/scheduled-changes', { params, body: sent }));
    },
    failed: (problem) => keys.answered(problem),
    done: ({ due_at }) => {
      keys.answered();
      draft.drop();
      dialog.end();
      toast(t('history.planned', { time: dateTime(due_at) }));
      renew();
    },
    nameOf: (field) => field.replace(/^changes\./, ''),
  });
  return (
    <FormDialog
      dialog={dialog}
      title={t('history.schedule')}
      form={dialog.id}
      save={t('history.schedule_do')}
      busy={work.busy}
      problem={work.problem && { error: work.problem, title: t('history.not_planned') }}
      draft={draft}
    >
      <KitForm<Values>
        id={dialog.id}
        name={dialog.id}
        form={form}
        initialValues={draft.initial}
        onValuesChange={draft.keep}
        onFinish={() => void work.submit(bodyOf({ ...now, ...form.getFieldsValue(true) }, now))}
      >
        <Form.Item
          name="due_at"
          label={t('history.when')}
          required
          rules={[
            fieldRule((time: string | null | undefined) => (time ? null : t('history.when_required'))),
            rule(checkTime, { 'links.expires_invalid': t('create:form.expiry_unreadable') }),
          ]}
          validateTrigger="onSettled"
        >
          <MomentInput className={styles.wide} placeholder={t('create:form.expiry_format')} />
        </Form.Item>
        <p className={styles.muted}>{t('history.schedule_help')}</p>
        <UrlField />
        <Form.Item name="is_active" label={t('state')}>
          <Select
            options={[
              { value: true, label: t('status_active') },
              { value: false, label: t('status_paused') },
            ]}
          />
        </Form.Item>
        <TextFields />
      </KitForm>
    </FormDialog>
  );
}
