import { MAX_APPEAL_LENGTH } from '@linkway/contracts/rules';
import { api, body, type Link, type Quarantine } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { useQueryClient } from '@linkway/kit/query';
import { readableAddress } from '@linkway/kit/ui';
import { type Dialog, Form, FormDialog, KitForm, useFormDraft, useSight, useSubmit } from '@linkway/kit/ui/form';
import { Input } from '@linkway/kit/ui/input';
import { shortAddress } from '../../data/short-address';
import styles from './quarantine-dialog.module.css';

interface Values {
  text: string;
}

/** Why a link is quarantined and what can be done: another destination, or an appeal. */
export default function QuarantineDialog({ dialog, edit }: { dialog: Dialog<Link>; edit: (link: Link) => void }) {
  const { t } = useTranslation('my-links');
  const { dateTime } = useFormats();
  const client = useQueryClient();
  const sight = useSight(dialog.open);
  const link = dialog.of;
  const [form] = Form.useForm<Values>();
  const draft = useFormDraft(form, `appeal:${link.id}`, { text: '' });
  const { busy, problem, submit } = useSubmit<Values, string, Quarantine>(form, {
    send: (text) => body(api.POST('/api/links/{id}/appeal', { params: { path: { id: link.id } }, body: { text } })),
    done: () => {
      draft.drop();
      dialog.end();
      void client.invalidateQueries({ queryKey: ['links'] });
      toast(t('quarantine.sent'));
    },
    failed: ({ detail }) => {
      if (sight.current !== 'shown') toast(`${t('quarantine.failed')}: ${detail}`, { kind: 'error' });
    },
  });
  const { since = '', reasons = [], appeal = null } = link.quarantine ?? {};
  const isOpen = appeal?.state === 'open';
  const change = (): void => {
    dialog.end();
    edit(link);
  };
  return (
    <FormDialog
      dialog={dialog}
      title={t('quarantine.title', { address: shortAddress(link.short_url) })}
      form={dialog.id}
      save={isOpen ? t('quarantine.edit') : t('quarantine.appeal')}
      busy={busy}
      problem={problem && { error: problem, title: t('quarantine.failed') }}
      draft={draft}
    >
      <p>{t('quarantine.text', { time: dateTime(since) })}</p>
      <ul className={styles.reasons}>
        {reasons.map(({ address, source, threat }) => (
          <li key={address}>
            <span className={styles.address}>{readableAddress(address)}</span>
            <span className={styles.why}>
              {t(`quarantine.source.${source}`)}
              {threat && ` (${threat})`}
            </span>
          </li>
        ))}
      </ul>
      {appeal && (
        <section className={styles.appeal} aria-label={t('quarantine.your_appeal')}>
          <p>
            <strong>{isOpen ? t('quarantine.open') : t('quarantine.refused')}</strong>
          </p>
          <p className={styles.said}>
            <bdi>{appeal.text}</bdi>
          </p>
          {appeal.answer && (
            <p className={styles.said}>
              {t('quarantine.answer')} <bdi>{appeal.answer}</bdi>
            </p>
          )}
        </section>
      )}
      <p>{t('quarantine.what')}</p>
      <KitForm<Values>
        id={dialog.id}
        name={dialog.id}
        form={form}
        initialValues={draft.initial}
        onValuesChange={draft.keep}
        onFinish={({ text }) => (isOpen ? change() : void submit(text.trim()))}
      >
        {!isOpen && (
          <Form.Item
            name="text"
            label={t('quarantine.your_text')}
            extra={t('quarantine.your_text_help')}
            required
            rules={[
              { required: true, whitespace: true, message: t('quarantine.text_required'), validateTrigger: 'onSubmit' },
            ]}
          >
            <Input.TextArea rows={5} maxLength={MAX_APPEAL_LENGTH} />
          </Form.Item>
        )}
      </KitForm>
    </FormDialog>
  );
}
