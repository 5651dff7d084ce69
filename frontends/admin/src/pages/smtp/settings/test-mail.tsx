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
  /** When that was: what a test has told is of the settings of its time. */
  savedAt: string | null;
  unsaved: boolean;
}

/** A mail by the saved settings, at once, and what the server said to it. */
export function TestMail({ enabled, savedAt, unsaved }: Props) {
  const { t } = useTranslation('smtp');
  const session = useSession();
  const own = session.state === 'signed-in' ? session.me.email : '';
  const [form] = Form.useForm<Values>();
  const [taken, setTaken] = useState<{ to: string; reply: string } | null>(null);
  const [testedAt, setTestedAt] = useState(savedAt);
  const isOfNow = testedAt === savedAt;
  const { busy, problem, submit } = useSubmit<Values, Values, { to: string; reply: string }>(form, {
    send: (sent) => {
      setTaken(null);
      setTestedAt(savedAt);
      return body(api.POST('/api/admin/mail/test', { body: sent }));
    },
    done: setTaken,
  });
  const state = { waiting: busy, unsaved, disabled: !enabled, taken: taken !== null && isOfNow };
  const note = (['waiting', 'unsaved', 'disabled', 'taken'] as const).find((each) => state[each]);
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
        <FormFailure failure={problem && isOfNow ? { error: problem, title: t('test.failed') } : null} />
        <p role="status" className={note === 'taken' ? styles.taken : styles.note}>
          {note && t(`test.${note}`, { to: taken?.to, reply: taken?.reply })}
        </p>
        <Button htmlType="submit" loading={busy} disabled={!enabled || unsaved}>
          {t('test.send')}
        </Button>
      </KitForm>
    </Panel>
  );
}
