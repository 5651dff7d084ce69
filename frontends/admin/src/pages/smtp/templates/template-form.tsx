import { api, body, type MailTemplate } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { type Language, useFormats, useTranslation } from '@linkway/kit/i18n';
import { Button, Panel } from '@linkway/kit/ui';
import {
  Confirm,
  type DraftStore,
  Form,
  FormFailure,
  KitForm,
  Restored,
  type TypedOver,
  useSubmit,
} from '@linkway/kit/ui/form';
import { Input } from '@linkway/kit/ui/input';
import { useDialogs } from '@linkway/kit/ui/table';
import { type RefObject, useEffect, useState } from 'react';
import { useTyped } from '../../../typed/use-typed';
import { useTemplateSaved } from '../use-mail';
import { type Field, type TemplateText, textOf } from './draft';
import { useMailName } from './mail-name';
import { Preview } from './preview';
import styles from './templates.module.css';
import { Variables } from './variables';

interface Props {
  template: MailTemplate;
  language: Language;
  draft: DraftStore<TypedOver<TemplateText>>;
  headingRef: RefObject<HTMLHeadingElement | null>;
  /** Whether something is typed that is not saved. */
  onChanged: (changed: boolean) => void;
}

/** The text of a mail, its variables, and how it would arrive. */
export function TemplateForm({ template, language, draft, headingRef, onChanged }: Props) {
  const { t } = useTranslation(['smtp', 'kit']);
  const { dateTime } = useFormats();
  const name = useMailName()(template);
  const [form] = Form.useForm<TemplateText>();
  const held = useTyped(form, stateOf(template[language]), draft);
  // Not of the query, which tells it a moment later: the button for it is gone before its question is.
  const { typed, changed, savedAt } = held;
  useEffect(() => onChanged(changed), [changed, onChanged]);
  const [field, setField] = useState<Field>('html_content');
  const store = useTemplateSaved();
  const focusFirst = (): void => {
    // Where a field opens a keyboard over the page, its heading does.
    if (window.matchMedia('(pointer: coarse)').matches) headingRef.current?.focus();
    else form.focusField('subject');
  };
  // The button that was pressed goes with what it did.
  const dialogs = useDialogs<'reset', { id: string }>(focusFirst);
  const path = { name: template.name, language };

  const { busy, problem, submit } = useSubmit<TemplateText, TemplateText, MailTemplate>(form, {
    send: (sent) => body(api.PUT('/api/admin/mail/templates/{name}/{language}', { params: { path }, body: sent })),
    done: async (now, sent) => {
      held.taken(stateOf(now[language]), sent);
      await store(now);
      toast(t('editor.saved'));
    },
  });
  const discard = (): void => {
    held.reset();
    focusFirst();
  };
  const insert = (variable: string): void => {
    const written = `{{${variable}}}`;
    const element = document.getElementById(`template_${field}`) as HTMLInputElement | HTMLTextAreaElement | null;
    const value = typed[field];
    const from = element?.selectionStart ?? value.length;
    const to = element?.selectionEnd ?? value.length;
    form.setFieldsValue({ [field]: value.slice(0, from) + written + value.slice(to) });
    held.keep();
    // Once it is drawn: typing goes on behind it.
    window.setTimeout(() => {
      element?.focus();
      element?.setSelectionRange(from + written.length, from + written.length);
    });
  };
  const required = [{ required: true, whitespace: true, message: t('editor.required'), validateTrigger: 'onSubmit' }];

  return (
    <div className={styles.columns}>
      <Panel title={name} headingRef={headingRef}>
        <p className={styles.state}>
          {savedAt ? t('editor.edited_on', { time: dateTime(savedAt) }) : t('templates.original')}
        </p>
        <KitForm<TemplateText>
          form={form}
          name="template"
          initialValues={held.initial}
          onValuesChange={held.keep}
          onFinish={(values) => void submit(values)}
        >
          {held.notice && <Restored overtaken={held.notice === 'overtaken'} onDiscard={discard} />}
          <Form.Item name="subject" label={t('editor.subject')} required rules={required}>
            <Input autoComplete="off" lang={language} onFocus={() => setField('subject')} />
          </Form.Item>
          <Variables template={template} field={field} onInsert={insert} />
          <Form.Item
            name="html_content"
            label={t('editor.html')}
            extra={t('editor.html_help')}
            required
            rules={required}
          >
            <Input.TextArea
              className={styles.source}
              // Sizing itself, it would set a style attribute, which the page's policy refuses.
              rows={14}
              spellCheck={false}
              lang={language}
              onFocus={() => setField('html_content')}
            />
          </Form.Item>
          <Form.Item
            name="text_content"
            label={t('editor.plain')}
            extra={t('editor.plain_help')}
            required
            rules={required}
          >
            <Input.TextArea rows={9} lang={language} onFocus={() => setField('text_content')} />
          </Form.Item>
          <FormFailure failure={problem && { error: problem, title: t('editor.not_saved') }} />
          <div className={styles.answers} data-main-action>
            <Button type="primary" htmlType="submit" loading={busy} disabled={!changed}>
              {t('editor.save')}
            </Button>
            {changed && !busy && <Button onClick={discard}>{t('discard')}</Button>}
            {savedAt && (
              <Button danger onClick={() => dialogs.open('reset', { id: 'reset' })}>
                {t('editor.reset')}
              </Button>
            )}
          </div>
        </KitForm>
      </Panel>
      <Preview name={template.name} language={language} text={typed} />
      {dialogs.of('reset').map((dialog) => (
        <Confirm
          key={dialog.id}
          dialog={dialog}
          title={t('editor.reset_title', { name, language: t(`kit:language.${language}`) })}
          text={t('editor.reset_text')}
          confirm={t('editor.reset')}
          danger
          act={async () => {
            const now = await body(api.DELETE('/api/admin/mail/templates/{name}/{language}', { params: { path } }));
            held.reset(stateOf(now[language]));
            await store(now);
          }}
          onDone={() => toast(t('editor.reset_done'))}
          onLateFailure={({ detail }) => toast(t('editor.not_reset', { reason: detail }), { kind: 'error' })}
        />
      ))}
    </div>
  );
}

const stateOf = (text: MailTemplate[Language]) => ({ values: textOf(text), at: text.updated_at });
