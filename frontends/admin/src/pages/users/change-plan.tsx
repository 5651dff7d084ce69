import { MAX_MONTHLY_LINKS_LIMIT, PLAN_MONTHLY_LINKS } from '@linkway/contracts/rules';
import type { AdminUser, UpdateUser } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { currentLanguage, useFormats, useTranslation } from '@linkway/kit/i18n';
import { MomentInput } from '@linkway/kit/ui/date';
import {
  errorMessage,
  Form,
  FormDialog,
  fieldRule,
  KitForm,
  useFormDraft,
  useSight,
  useSubmit,
} from '@linkway/kit/ui/form';
import { Input, Select } from '@linkway/kit/ui/input';
import { changesOf, endFault, limitOf, type PlanValues, planOf } from './plan-form';
import { useUpdateUser } from './use-users';
import type { UserDialogProps } from './users-page';
import styles from './users-page.module.css';

const PLANS = ['basic', 'premium'] as const;

const limitFault = (limit: string): string | null =>
  /^\d{1,10}$/.test(limit.trim()) && Number(limit) <= MAX_MONTHLY_LINKS_LIMIT
    ? null
    : errorMessage('users.monthly_links_limit_invalid', currentLanguage());

/** Another plan by hand, until when it holds, and how many links a month go with it. */
export default function ChangePlan({ dialog }: UserDialogProps) {
  const { t } = useTranslation('users');
  const { number } = useFormats();
  const update = useUpdateUser();
  const sight = useSight(dialog.open);
  const user = dialog.of;
  const initial = planOf(user);
  const [form] = Form.useForm<PlanValues>();
  const draft = useFormDraft(form, `plan:${user.id}`, initial);
  const plan = Form.useWatch('subscription_type', form) ?? draft.initial.subscription_type;
  // With the end that a basic plan does not show.
  const valuesNow = (): PlanValues => ({ ...initial, ...form.getFieldsValue(true) });
  const isChange = (): boolean => Object.keys(changesOf(user, valuesNow())).length > 0;
  const ends = { unreadable: t('change_plan.end_unreadable'), past: t('change_plan.end_past') };
  const { busy, problem, submit } = useSubmit<PlanValues, UpdateUser, AdminUser>(form, {
    send: (sent) => update(user.id, sent),
    done: () => {
      draft.drop();
      dialog.end();
      toast(t('change_plan.done', { name: user.email }));
    },
    failed: ({ detail }) => {
      if (sight.current !== 'shown') toast(`${t('change_plan.failed')}: ${detail}`, { kind: 'error' });
    },
  });
  const finish = (): void => {
    if (isChange()) return void submit(changesOf(user, valuesNow()));
    draft.drop();
    dialog.end();
  };
  /** A limit of the plan's own goes with it; another one is somebody's choice, and stays. */
  const takePlan = (taken: PlanValues['subscription_type']): void => {
    if (valuesNow().monthly_links_limit.trim() === limitOf(user, plan))
      form.setFieldsValue({ monthly_links_limit: limitOf(user, taken) });
  };
  return (
    <FormDialog
      dialog={dialog}
      title={t('change_plan.title')}
      form={dialog.id}
      save={t('change_plan.save')}
      busy={busy}
      problem={problem && { error: problem, title: t('change_plan.failed') }}
      draft={draft}
    >
      <div className={styles.intro}>
        <bdi className={styles.email}>{user.email}</bdi>
        <p>{t('change_plan.text')}</p>
      </div>
      <KitForm<PlanValues>
        id={dialog.id}
        name={dialog.id}
        form={form}
        initialValues={draft.initial}
        onValuesChange={({ subscription_type }: Partial<PlanValues>) => {
          if (subscription_type) takePlan(subscription_type);
          draft.keep();
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
        {plan === 'premium' && (
          <Form.Item
            name="subscription_end_date"
            label={t('details.plan_end')}
            extra={t('change_plan.end_help')}
            rules={[fieldRule((end: string | null) => endFault(end, user, ends))]}
            validateTrigger="onSettled"
          >
            <MomentInput className={styles.end} placeholder={t('change_plan.end_format')} />
          </Form.Item>
        )}
      </KitForm>
      {plan === 'basic' && <p className={styles.help}>{t('change_plan.to_basic')}</p>}
    </FormDialog>
  );
}
