import { type BlockScope, blockScopes, MAX_BLOCK_NOTE_LENGTH } from '@linkway/contracts/rules';
import { toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { Form, FormDialog, KitForm, useFormDraft, useSight, useSubmit } from '@linkway/kit/ui/form';
import { Input, Select } from '@linkway/kit/ui/input';
import type { Dialog } from '@linkway/kit/ui/table';
import { shortOf } from '../quarantined/quarantined';
import { useSafetyActs } from '../use-link-safety';
import type { DecidedReport } from './reports';

interface Values {
  addresses: string[];
  scope: BlockScope;
  note: string;
}

/** Quarantines a reported link by its addresses, or lets it be. */
export default function DecideReport({ dialog }: { dialog: Dialog<DecidedReport> }) {
  const { t } = useTranslation('link-safety');
  const { decideReport } = useSafetyActs();
  const sight = useSight(dialog.open);
  const { id, decision, link } = dialog.of;
  const short = shortOf(dialog.of);
  const [form] = Form.useForm<Values>();
  const draft = useFormDraft<Values>(form, `report:${id}:${decision}`, {
    addresses: link ? [link.original_url] : [],
    // Another query mostly leads to the same page.
    scope: 'path',
    note: '',
  });
  const { busy, problem, submit } = useSubmit<Values, Partial<Values>, unknown>(form, {
    send: ({ addresses = [], scope = 'address', note = '' }) =>
      decideReport(id, { decision, addresses, scope, note: note.trim() }),
    done: () => {
      draft.drop();
      dialog.end();
      toast(t(`reports.ask.${decision}.done`, { link: short }));
    },
    failed: ({ detail }) => {
      if (sight.current !== 'shown') toast(`${t('reports.ask.failed')}: ${detail}`, { kind: 'error' });
    },
  });
  return (
    <FormDialog
      dialog={dialog}
      title={t(`reports.ask.${decision}.title`, { link: short })}
      form={dialog.id}
      save={t(`reports.${decision}`)}
      danger={decision === 'quarantine'}
      busy={busy}
      problem={problem && { error: problem, title: t('reports.ask.failed') }}
      draft={draft}
    >
      <p>{t(`reports.ask.${decision}.text`)}</p>
      <KitForm<Values>
        id={dialog.id}
        name={dialog.id}
        form={form}
        initialValues={draft.initial}
        onValuesChange={draft.keep}
        onFinish={(values) => void submit(values)}
      >
        {decision === 'quarantine' && link && (
          <Form.Item
            name="addresses"
            label={t('reports.ask.addresses')}
            required
            rules={[
              {
                required: true,
                message: t('reports.ask.addresses_required'),
                type: 'array',
                validateTrigger: 'onSubmit',
              },
            ]}
          >
            <Select mode="multiple" options={link.addresses.map((value) => ({ value, label: value }))} />
          </Form.Item>
        )}
        {decision === 'quarantine' && link && (
          <Form.Item name="scope" label={t('reports.ask.scope')} required extra={t('reports.ask.scope_help')}>
            <Select options={blockScopes.map((value) => ({ value, label: t(`reports.ask.scopes.${value}`) }))} />
          </Form.Item>
        )}
        <Form.Item name="note" label={t('reports.ask.note')} extra={t('reports.ask.note_help')}>
          <Input autoComplete="off" maxLength={MAX_BLOCK_NOTE_LENGTH} />
        </Form.Item>
      </KitForm>
    </FormDialog>
  );
}
