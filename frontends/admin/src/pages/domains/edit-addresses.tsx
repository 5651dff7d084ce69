import type { AdminDomain, ChangeDomain } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { Form, FormDialog, fieldRule, KitForm, useFormDraft, useSight, useSubmit } from '@linkway/kit/ui/form';
import { Input } from '@linkway/kit/ui/input';
import { type AddressValues, addressFault, addressFields, changesOf, valuesOf } from './address-form';
import type { DomainDialogProps } from './domains-page';
import { useChangeDomain } from './use-domains';

/** Where a domain itself, unknown codes and expired links on it lead. */
export default function EditAddresses({ dialog }: DomainDialogProps) {
  const { t } = useTranslation('domains');
  const change = useChangeDomain();
  const sight = useSight(dialog.open);
  const domain = dialog.of;
  const [form] = Form.useForm<AddressValues>();
  const draft = useFormDraft(form, `domain_addresses:${domain.id}`, valuesOf(domain));
  const changesNow = (): ChangeDomain => changesOf(domain, { ...valuesOf(domain), ...form.getFieldsValue(true) });
  const isChange = (): boolean => Object.keys(changesNow()).length > 0;
  const { busy, problem, submit } = useSubmit<AddressValues, ChangeDomain, AdminDomain>(form, {
    send: (sent) => change(domain.id, sent),
    done: ({ domain_name }) => {
      draft.drop();
      dialog.end();
      toast(t('edit.done', { name: domain_name }));
    },
    failed: ({ detail }) => {
      if (sight.current !== 'shown') toast(`${t('edit.failed')}: ${detail}`, { kind: 'error' });
    },
  });
  return (
    <FormDialog
      dialog={dialog}
      title={t('edit.title', { name: domain.domain_name })}
      form={dialog.id}
      save={t('edit.save')}
      busy={busy}
      problem={problem && { error: problem, title: t('edit.failed') }}
      draft={draft}
    >
      <KitForm<AddressValues>
        id={dialog.id}
        name={dialog.id}
        form={form}
        initialValues={draft.initial}
        onValuesChange={draft.keep}
        onFinish={() => {
          if (isChange()) return void submit(changesNow());
          draft.drop();
          dialog.end();
        }}
      >
        {addressFields.map((field) => (
          <Form.Item
            key={field}
            name={field}
            label={t(`field.${field}`)}
            extra={t(`help.${field}`)}
            rules={[fieldRule(addressFault)]}
            validateTrigger="onBlur"
          >
            <Input
              type="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              placeholder="https://example.com/"
            />
          </Form.Item>
        ))}
      </KitForm>
    </FormDialog>
  );
}
