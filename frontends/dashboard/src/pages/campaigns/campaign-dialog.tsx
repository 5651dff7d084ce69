import {
  type Currency,
  campaignStatuses,
  currencies,
  currencyDecimals,
  MAX_BUDGET,
  MAX_DESCRIPTION_LENGTH,
  MAX_TARGET_AUDIENCE_LENGTH,
} from '@linkway/contracts/rules';
import { api, body, type Campaign, type CreateCampaign } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { currentLanguage, useTranslation } from '@linkway/kit/i18n';
import { useSession } from '@linkway/kit/session';
import { DayInput } from '@linkway/kit/ui/date';
import {
  type Dialog,
  type ErrorCode,
  errorMessage,
  Form,
  FormDialog,
  fieldRule,
  KitForm,
  submissions,
  useFormDraft,
  useSight,
  useSubmit,
} from '@linkway/kit/ui/form';
import { Input, Select } from '@linkway/kit/ui/input';
import { useState } from 'react';
import { orTakeOver } from '../../data/expecting';
import { isolated } from '../../data/isolated';
import type { OneDialog } from '../../parts/use-one-dialog';
import { BudgetInput } from './budget-input';
import styles from './campaign-dialog.module.css';
import {
  AMOUNT,
  type CampaignValues,
  changesOf,
  dayFault,
  emptyCampaign,
  expectedOf,
  lengthFault,
  nameFault,
  orderFault,
  sentOf,
  valuesOf,
} from './campaign-form';
import { type AmountFault, readAmount } from './money';
import { changeCampaign, useCampaignOnScreen } from './use-campaigns';
import { useMoney } from './use-money';

/** Everything that is typed of a campaign, of a new one or of one that is changed. */
export default function CampaignDialog({ dialog }: { dialog: OneDialog | Dialog<Campaign> }) {
  const { t } = useTranslation(['campaigns', 'dashboard']);
  const money = useMoney();
  const [form] = Form.useForm<CampaignValues>();
  const session = useSession();
  const account = session.state === 'signed-in' ? session.me.id : '';
  const { show, renew } = useCampaignOnScreen();
  const sight = useSight(dialog.open);
  const [edited, setEdited] = useState('of' in dialog ? dialog.of : null);
  const saved = edited ? valuesOf(edited) : emptyCampaign;
  const draft = useFormDraft(form, `campaign:${edited?.id ?? 'new'}`, saved, AMOUNT);
  const [keys] = useState(() => submissions(`campaign:${account}`));
  const start = Form.useWatch('start_date', form) ?? null;
  const currency = Form.useWatch('currency', form) ?? draft.initial.currency;
  const budget = Form.useWatch('budget', form) ?? draft.initial.budget;
  const amount = readAmount(budget, currency);
  const valuesNow = (): CampaignValues => ({ ...draft.initial, ...form.getFieldsValue(true) });

  const { busy, problem, submit } = useSubmit<CampaignValues, CampaignValues, Campaign>(form, {
    send: (values) => {
      if (edited) {
        const changes = changesOf(edited, values);
        const answer = changeCampaign(edited.id, { ...changes, expected: expectedOf(edited, changes) });
        return orTakeOver(answer, () => takeOver(edited.id));
      }
      const sent: CreateCampaign = sentOf(values);
      const header = { 'Idempotency-Key': keys.keyFor(sent) };
      return body(api.POST('/api/campaigns', { params: { header }, body: sent }));
    },
    done: async (campaign) => {
      if (!edited) keys.answered();
      draft.drop();
      dialog.end();
      await show(campaign.id, campaign);
      toast(edited ? t('updated') : t('created'));
      renew();
    },
    failed: (failure) => {
      if (!edited) keys.answered(failure);
      if (failure.code === 'campaigns.not_found') renew();
      if (sight.current !== 'shown') toast(t('error', { reason: failure.detail }), { kind: 'error' });
    },
  });
  /** Shows what somebody else has saved in the fields that nobody has typed in here: the next save replaces what is then known of. */
  const takeOver = async (id: string): Promise<void> => {
    const fresh = await body(api.GET('/api/campaigns/{id}', { params: { path: { id } } }));
    draft.overtakenBy(valuesOf(fresh));
    setEdited(fresh);
    renew();
  };
  const save = (): void => {
    if (!edited || Object.keys(changesOf(edited, valuesNow())).length > 0) return void submit(valuesNow());
    draft.drop();
    dialog.end();
  };

  const rule = (check: (value: string) => ErrorCode | null) =>
    fieldRule((value: string | undefined) => said(check(value ?? '')));
  const dayRule = fieldRule((day: string | null | undefined) => {
    const fault = dayFault(day ?? null);
    return fault === 'campaigns.date_invalid' ? t('form.date_invalid') : said(fault);
  });
  const faultOf: Record<AmountFault, (in_: Currency) => string> = {
    unreadable: () => errorMessage('campaigns.budget_invalid', currentLanguage()),
    decimals: (in_) => {
      const count = currencyDecimals[in_];
      return count === 0 ? t('form.no_decimals', { currency: in_ }) : t('form.decimals', { count, currency: in_ });
    },
    too_large: (in_) => t('form.too_large', { most: money(MAX_BUDGET, in_) }),
  };
  const title = edited ? t('edit_of', { name: isolated(edited.name) }) : t('create');

  return (
    <FormDialog
      dialog={dialog}
      title={title}
      form={dialog.id}
      save={edited ? t('dashboard:save') : t('create')}
      busy={busy}
      problem={problem && { error: problem, title: edited ? t('not_saved') : t('not_created') }}
      draft={draft}
      first="name"
    >
      <KitForm<CampaignValues>
        id={dialog.id}
        name={dialog.id}
        form={form}
        initialValues={draft.initial}
        onValuesChange={draft.keep}
        onFinish={save}
      >
        <Form.Item name="name" label={t('form.name')} required rules={[rule(nameFault)]} validateTrigger="onBlur">
          <Input autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="description"
          label={t('form.description')}
          rules={[rule(lengthFault(MAX_DESCRIPTION_LENGTH))]}
          validateTrigger="onBlur"
        >
          <Input.TextArea rows={3} />
        </Form.Item>
        <Form.Item name="status" label={t('form.status')} extra={t('form.status_help')} required>
          <Select options={campaignStatuses.map((value) => ({ value, label: t(`status.${value}`) }))} />
        </Form.Item>
        <div className={styles.pair}>
          <Form.Item
            name="start_date"
            label={t('form.start_date')}
            required
            rules={[dayRule]}
            validateTrigger="onSettled"
          >
            <DayInput className={styles.wide} placeholder={t('form.date_format')} />
          </Form.Item>
          <Form.Item
            name="end_date"
            label={t('form.end_date')}
            required
            dependencies={['start_date']}
            rules={[
              dayRule,
              fieldRule((end: string | null | undefined) =>
                said(orderFault(form.getFieldValue('start_date') as string | null, end ?? null)),
              ),
            ]}
            validateTrigger="onSettled"
          >
            <DayInput className={styles.wide} placeholder={t('form.date_format')} from={start} />
          </Form.Item>
        </div>
        <Form.Item
          name="target_audience"
          label={t('form.target_audience')}
          extra={t('form.target_audience_help')}
          rules={[rule(lengthFault(MAX_TARGET_AUDIENCE_LENGTH))]}
          validateTrigger="onBlur"
        >
          <Input.TextArea rows={2} />
        </Form.Item>
        <div className={styles.budget}>
          <Form.Item
            name="budget"
            label={t('form.budget')}
            extra={
              budget.trim() !== '' && typeof amount === 'number'
                ? t('form.budget_read', { amount: money(amount, currency) })
                : t('form.budget_help')
            }
            dependencies={['currency']}
            rules={[
              fieldRule((text: string | undefined) => {
                const in_ = form.getFieldValue('currency') as Currency;
                const read = readAmount(text ?? '', in_);
                return typeof read === 'number' ? null : faultOf[read](in_);
              }),
            ]}
            validateTrigger="onBlur"
          >
            <BudgetInput currency={currency} />
          </Form.Item>
          <Form.Item name="currency" label={t('form.currency')} required>
            <Select options={currencies.map((value) => ({ value, label: value }))} />
          </Form.Item>
        </div>
      </KitForm>
    </FormDialog>
  );
}

const said = (fault: ErrorCode | null): string | null => fault && errorMessage(fault, currentLanguage());
