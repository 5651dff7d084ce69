import { api, body, type MailTemplate } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { type Language, languages, useFormats, useTranslation } from '@linkway/kit/i18n';
import { useSession } from '@linkway/kit/session';
import { Button, Panel, Segmented } from '@linkway/kit/ui';
import { Confirm, Form, FormFailure, KitForm, useSubmit } from '@linkway/kit/ui/form';
import { Input } from '@linkway/kit/ui/input';
import { useDialogs } from '@linkway/kit/ui/table';
import { useState } from 'react';
import { useTemplateSaved } from '../use-mail';
import { type Field, isSame, type TemplateText, templateDraft, textOf } from './draft';
import { useMailName } from './mail-name';
import { Preview } from './preview';
import styles from './templates.module.css';
import { Variables } from './variables';

interface Props {
  template: MailTemplate;
  language: Language;
  onLanguage: (language: Language) => void;
  onBack: () => void;
}

/** Who leaves is asked what becomes of it: where they go to. */
interface Leaving {
  id: string;
  go: () => void;
}

/** One mail in one language, its variables, and how it would arrive. */
export function TemplateEditor({ template, language, onLanguage, onBack }: Props) {
  const { t } = useTranslation(['smtp', 'kit', 'ui']);
  const { dateTime } = useFormats();
  const name = useMailName()(template);
  const session = useSession();
  const account = session.state === 'signed-in' ? session.me.id : '';
  const [draft] = useState(() => templateDraft(account, template.name, language));
  const [form] = Form.useForm<TemplateText>();
  const text = template[language];
  const saved = textOf(text);
  const [initial] = useState(() => ({ ...saved, ...draft.read() }));
  const typed = (Form.useWatch([], form) as TemplateText | undefined) ?? initial;
  const changed = !isSame(typed, saved);
  const [field, setField] = useState<Field>('html_content');
  const store = useTemplateSaved();
  const dialogs = useDialogs<'leave' | 'reset', Leaving>();
  const path = { name: template.name, language };

  const keep = (): void => {
    const values = form.getFieldsValue(true) as TemplateText;
    if (isSame(values, saved)) draft.drop();
    else draft.keep(values);
  };
  const show = (next: TemplateText): void => {
    form.setFields((['subject', 'html_content', 'text_content'] as const).map((each) => ({ name: each, errors: [] })));
    form.setFieldsValue(next);
    draft.drop();
  };
  const { busy, problem, submit } = useSubmit<TemplateText, TemplateText, MailTemplate>(form, {
    send: (sent) => body(api.PUT('/api/admin/mail/templates/{name}/{language}', { params: { path }, body: sent })),
    done: (now, sent) => {
      store(now);
      // What was typed on meanwhile stays.
      if (isSame(form.getFieldsValue(true) as TemplateText, sent)) show(textOf(now[language]));
      toast(t('editor.saved'));
    },
  });
  const leave = (id: string, go: () => void): void => {
    if (changed) dialogs.open('leave', { id, go });
    else go();
  };
  const insert = (variable: string): void => {
    const written = `{{${variable}}}`;
    const element = document.getElementById(`template_${field}`) as HTMLInputElement | HTMLTextAreaElement | null;
    const value = typed[field];
    const from = element?.selectionStart ?? value.length;
    const to = element?.selectionEnd ?? value.length;
    form.setFieldsValue({ [field]: value.slice(0, from) + written + value.slice(to) });
    keep();
    // Once it is drawn: typing goes on behind it.
    window.setTimeout(() => {
      element?.focus();
      element?.setSelectionRange(from + written.length, from + written.length);
    });
  };
  const required = [{ required: true, whitespace: true, message: t('editor.required'), validateTrigger: 'onSubmit' }];

  return (
    <>
      <div className={styles.head}>
        <Button onClick={() => leave('back', onBack)}>{t('editor.back')}</Button>
        <Segmented
          aria-label={t('kit:language.label')}
          value={language}
          onChange={(next) => leave(next, () => onLanguage(next))}
          options={languages.map((value) => ({ value, label: t(`kit:language.${value}`) }))}
        />
      </div>
      <div className={styles.columns}>
        <Panel title={name}>
          <p className={styles.state}>
            {text.edited && text.updated_at
              ? t('editor.edited_on', { time: dateTime(text.updated_at) })
              : t('templates.original')}
          </p>
          <KitForm<TemplateText>
            form={form}
            name="template"
            initialValues={initial}
            onValuesChange={keep}
            onFinish={(values) => void submit(values)}
          >
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
              {changed && !busy && <Button onClick={() => show(saved)}>{t('discard')}</Button>}
              {text.edited && (
                <Button danger onClick={() => dialogs.open('reset', { id: 'reset', go: () => {} })}>
                  {t('editor.reset')}
                </Button>
              )}
            </div>
          </KitForm>
        </Panel>
        <Preview name={template.name} language={language} text={typed} />
      </div>
      {dialogs.of('leave').map((dialog) => (
        <Confirm
          key={dialog.id}
          dialog={dialog}
          title={t('ui:unsaved')}
          text={t('ui:unsaved_text')}
          confirm={t('ui:discard')}
          danger
          act={async () => show(saved)}
          onDone={dialog.of.go}
          onLateFailure={() => {}}
        />
      ))}
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
            store(now);
            show(textOf(now[language]));
          }}
          onDone={() => toast(t('editor.reset_done'))}
          onLateFailure={({ detail }) => toast(t('editor.not_reset', { reason: detail }), { kind: 'error' })}
        />
      ))}
    </>
  );
}
