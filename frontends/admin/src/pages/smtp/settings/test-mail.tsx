import { api, body } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { useSession } from '@linkway/kit/session';
import { Button, Panel } from '@linkway/kit/ui';
import { Form, FormFailure, KitForm, useSubmit } from '@linkway/kit/ui/form';
import { Input } from '@linkway/kit/ui/input';
import { useState } from 'react';
import styles from './settings.module.css';

interface Values {
  to: string;
}

interface Props {
  /** As it is saved. */
  enabled: boolean;
  unsaved: boolean;
}

/** A mail by the saved settings, at once, and what the server said to it. */
export function TestMail({ enabled, unsaved }: Props) {
  const { t } = useTranslation('smtp');
  const session = useSession();
  const own = session.state === 'signed-in' ? session.me.email : '';
  const [form] = Form.useForm<Values>();
  const [taken, setTaken] = useState<{ to: string; reply: string } | null>(null);
  const { busy, problem, submit } = useSubmit<Values, Values, { to: string; reply: string }>(form, {
    send: (sent) => {
      setTaken(null);
      return body(api.POST('/api/admin/mail/test', { body: sent }));
    },
    done: setTaken,
  });
  return (
    <Panel title={t('test.title')}>
      <p className={styles.intro}>{t('test.text')}</p>
      <KitForm<Values>
        form={form}
        name="test-mail"
        initialValues={{ to: own }}
        onFinish={({ to }) => void submit({ to: to.trim() })}
      >
        <Form.Item
          name="to"
          label={t('test.to')}
          required
          rules={[{ required: true, whitespace: true, message: t('test.to_required'), validateTrigger: 'onSubmit' }]}
        >
          <Input type="email" inputMode="email" autoComplete="email" />
        </Form.Item>
        <FormFailure failure={problem && { error: problem, title: t('test.failed') }} />
        <p role="status" className={taken ? styles.taken : styles.note}>
          {taken
            ? t('test.taken', { to: taken.to, reply: taken.reply })
            : busy
              ? t('test.waiting')
              : unsaved
                ? t('test.unsaved')
                : !enabled && t('test.disabled')}
        </p>
        <Button htmlType="submit" loading={busy} disabled={!enabled || unsaved}>
          {t('test.send')}
        </Button>
      </KitForm>
    </Panel>
  );
}
