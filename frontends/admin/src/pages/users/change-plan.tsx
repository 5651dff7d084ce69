import { errorMessage } from '@linkway/contracts/errors';
import { MAX_MONTHLY_LINKS_LIMIT, PLAN_MONTHLY_LINKS } from '@linkway/contracts/rules';
import type { AdminUser, UpdateUser } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { currentLanguage, useFormats, useTranslation } from '@linkway/kit/i18n';
import { Form, FormDialog, fieldRule, KitForm, useSight, useSubmit } from '@linkway/kit/ui/form';
import { Input, Select } from '@linkway/kit/ui/input';
import { useUpdateUser } from './use-users';
import type { UserDialogProps } from './users-page';
import styles from './users-page.module.css';

interface Values {
  subscription_type: AdminUser['subscription_type'];
  monthly_links_limit: string;
}
const PLANS = ['basic', 'premium'] as const;

const limitFault = (limit: string): string | null =>
  /^\d{1,10}$/.test(limit.trim()) && Number(limit) <= MAX_MONTHLY_LINKS_LIMIT
    ? null
    : errorMessage('users.monthly_links_limit_invalid', currentLanguage());

/** Another plan by hand, and how many links a month go with it. */
export default function ChangePlan({ dialog }: UserDialogProps) {
  const { t } = useTranslation('users');
  const { date, number } = useFormats();
  const update = useUpdateUser();
  const sight = useSight(dialog.open);
  const user = dialog.of;
  const initial: Values = {
    subscription_type: user.subscription_type,
    monthly_links_limit: String(user.monthly_links_limit),
  };
  const [form] = Form.useForm<Values>();
  const plan = Form.useWatch('subscription_type', form) ?? initial.subscription_type;
  const changes = ({ subscription_type, monthly_links_limit }: Values): UpdateUser => ({
    ...(subscription_type !== user.subscription_type && { subscription_type }),
    ...(Number(monthly_links_limit) !== user.monthly_links_limit || subscription_type !== user.subscription_type
      ? { monthly_links_limit: Number(monthly_links_limit) }
      : {}),
  });
  const isDirty = (): boolean => Object.keys(changes({ ...initial, ...form.getFieldsValue() })).length > 0;
  const { busy, problem, submit } = useSubmit<Values, UpdateUser, AdminUser>(form, {
    send: (sent) => update(user.id, sent),
    done: () => {
      dialog.end();
      toast(t('change_plan.done', { name: user.email }));
    },
    failed: ({ detail }) => {
      if (sight.current !== 'shown') toast(`${t('change_plan.failed')}: ${detail}`, { kind: 'error' });
    },
  });
  const finish = (values: Values): void => {
    if (isDirty()) void submit(changes(values));
    else dialog.end();
  };
  return (
    <FormDialog
      dialog={dialog}
      title={t('change_plan.title')}
      form={dialog.id}
      save={t('change_plan.save')}
      busy={busy}
      problem={problem && { error: problem, title: t('change_plan.failed') }}
      isDirty={isDirty}
      unkept={false}
      onDiscard={() => form.resetFields()}
    >
      <p className={styles.intro}>
        {t('change_plan.text')} <bdi className={styles.email}>{user.email}</bdi>
      </p>
      <KitForm<Values>
        id={dialog.id}
        name={dialog.id}
        form={form}
        initialValues={initial}
        onValuesChange={(change: Partial<Values>) => {
          if (change.subscription_type)
            form.setFieldsValue({ monthly_links_limit: String(PLAN_MONTHLY_LINKS[change.subscription_type]) });
        }}
        onFinish={finish}
      >
        <Form.Item name="subscription_type" label={t('column.plan')} required>
          <Select options={PLANS.map((value) => ({ value, label: t(`plan.${value}`) }))} />
        </Form.Item>
        <Form.Item
          name="monthly_links_limit"
          label={t('change_plan.limit')}
          extra={t('change_plan.limit_help', { shown: number(PLAN_MONTHLY_LINKS[plan]) })}
          required
          rules={[fieldRule(limitFault)]}
          validateTrigger="onBlur"
        >
          <Input inputMode="numeric" autoComplete="off" />
        </Form.Item>
      </KitForm>
      <p className={styles.help}>
        {plan === 'basic'
          ? t('change_plan.to_basic')
          : user.subscription_end_date
            ? t('change_plan.until', { date: date(user.subscription_end_date) })
            : t('change_plan.without_end')}
      </p>
    </FormDialog>
  );
}
