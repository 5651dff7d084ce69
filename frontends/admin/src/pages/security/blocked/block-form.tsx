import { asProblem } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { Button } from '@linkway/kit/ui';
import { Confirm, Form, KitForm, showFieldErrors, useFormDraft } from '@linkway/kit/ui/form';
import { Input, Select } from '@linkway/kit/ui/input';
import { useDialogs } from '@linkway/kit/ui/table';
import { useBlocking } from '../use-blocked';
import styles from './blocked.module.css';
import { DURATIONS, type Duration, endOf } from './duration';

interface Values {
  address: string;
  reason: string;
  duration: Duration;
}
const nothing: Values = { address: '', reason: '', duration: 'day' };

/** Says what it means for whoever is there before it is done. */
export function BlockForm() {
  const { t } = useTranslation('security');
  const [form] = Form.useForm<Values>();
  const draft = useFormDraft(form, 'block', nothing);
  const { block, anew } = useBlocking();
  const dialogs = useDialogs<'block', Values & { id: string }>();
  const send = async ({ address, reason, duration }: Values): Promise<void> => {
    await block({ address, reason, expires_at: endOf(duration) });
  };
  return (
    <>
      <KitForm<Values>
        form={form}
        name="block"
        initialValues={draft.initial}
        onValuesChange={draft.keep}
        onFinish={({ address, reason, duration }) =>
          dialogs.open('block', { id: address, address: address.trim(), reason: reason.trim(), duration })
        }
      >
        <div className={styles.fields}>
          <Form.Item
            name="address"
            label={t('blocked.address')}
            required
            rules={[
              { required: true, whitespace: true, message: t('blocked.address_required'), validateTrigger: 'onSubmit' },
            ]}
          >
            <Input autoComplete="off" autoCapitalize="none" spellCheck={false} placeholder="203.0.113.7" />
          </Form.Item>
          <Form.Item name="reason" label={t('blocked.reason')}>
            <Input autoComplete="off" maxLength={200} />
          </Form.Item>
          <Form.Item name="duration" label={t('blocked.duration')}>
            <Select
              options={DURATIONS.map((value) => ({
                value,
                label: t(`blocked.for.${value}`),
              }))}
            />
          </Form.Item>
        </div>
        <Button htmlType="submit">{t('blocked.block')}</Button>
      </KitForm>
      {dialogs.of('block').map((dialog) => (
        <Confirm
          key={dialog.id}
          dialog={dialog}
          title={t('blocked.confirm_title', { address: dialog.of.address })}
          text={t('blocked.confirm_text')}
          confirm={t('blocked.block')}
          failed={t('blocked.failed')}
          danger
          act={() => send(dialog.of)}
          onDone={() => {
            form.setFieldsValue(nothing);
            draft.drop();
            void anew();
            toast(t('blocked.done', { address: dialog.of.address }));
          }}
          onLateFailure={(problem) => {
            if (!showFieldErrors(form, asProblem(problem)))
              toast(`${t('blocked.failed')}: ${problem.detail}`, { kind: 'error' });
          }}
        />
      ))}
    </>
  );
}
