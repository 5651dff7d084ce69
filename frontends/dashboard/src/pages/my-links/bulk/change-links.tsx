import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { type Dialog, Form, FormDialog, fieldRule, KitForm, useFormDraft } from '@linkway/kit/ui/form';
import { Select } from '@linkway/kit/ui/input';
import { useDomains } from '../../../data/queries';
import { ExpiryInput } from '../../../link-form/expiry-input';
import { TagsInput } from '../../../link-form/tags-input';
import { checkDomain, checkExpiry, rule, tagsMessage } from '../../../link-form/validation';
import { CampaignSelect, NO_CAMPAIGN } from '../../../parts/campaign-select';
import type { Chosen } from './delete-links';
import type { BulkChange } from './use-bulk';

interface Values {
  what: 'add-tags' | 'remove-tags' | 'set-expiry' | 'no-expiry' | 'move' | 'set-campaign';
  tags: string[];
  expires_at: string | null;
  domain_id: string;
  /** null: nothing is chosen yet. */
  campaign_id: string | null;
}
const initial: Values = { what: 'add-tags', tags: [], expires_at: null, domain_id: '', campaign_id: null };

const changeOf = ({ what, tags, expires_at, domain_id, campaign_id }: Values): BulkChange => {
  if (what === 'no-expiry') return { action: 'set-expiry', expires_at: null };
  if (what === 'set-expiry') return { action: what, expires_at };
  if (what === 'move') return { action: what, domain_id };
  if (what === 'set-campaign') return { action: what, campaign_id: campaign_id === NO_CAMPAIGN ? null : campaign_id };
  return { action: what, tags };
};

interface Props {
  dialog: Dialog<Chosen>;
  change: (chosen: Chosen, change: BulkChange) => void;
}

/** Tags, time limit, domain and campaign of all links that are chosen. */
export default function ChangeLinks({ dialog, change }: Props) {
  const { t } = useTranslation(['my-links', 'create']);
  const { number } = useFormats();
  const [form] = Form.useForm<Values>();
  const draft = useFormDraft(form, 'change_links', initial);
  const what = Form.useWatch('what', form) ?? draft.initial.what;
  const domains = useDomains();
  const count = dialog.of.links.length;
  return (
    <FormDialog
      dialog={dialog}
      title={t('bulk.change_title', { count, shown: number(count) })}
      form={dialog.id}
      save={t('bulk.change_do', { count, shown: number(count) })}
      busy={false}
      problem={null}
      draft={draft}
    >
      <KitForm<Values>
        id={dialog.id}
        name={dialog.id}
        form={form}
        initialValues={draft.initial}
        onValuesChange={draft.keep}
        onFinish={(values) => {
          draft.drop();
          dialog.end();
          change(dialog.of, changeOf({ ...initial, ...values }));
        }}
      >
        <Form.Item name="what" label={t('bulk.what')} required>
          <Select
            options={[
              { value: 'add-tags', label: t('bulk.add_tags') },
              { value: 'remove-tags', label: t('bulk.remove_tags') },
              { value: 'set-expiry', label: t('bulk.set_expiry') },
              { value: 'no-expiry', label: t('bulk.no_expiry') },
              { value: 'move', label: t('bulk.move') },
              { value: 'set-campaign', label: t('bulk.set_campaign') },
            ]}
          />
        </Form.Item>
        {(what === 'add-tags' || what === 'remove-tags') && (
          <Form.Item
            name="tags"
            label={t('create:form.tags')}
            required
            rules={[
              fieldRule((tags: string[] | undefined) => (tags?.length ? tagsMessage(tags) : t('bulk.tags_required'))),
            ]}
          >
            <TagsInput placeholder={t('create:form.tags_none')} />
          </Form.Item>
        )}
        {what === 'set-expiry' && (
          <Form.Item
            name="expires_at"
            label={t('create:form.expires_at')}
            required
            rules={[
              rule((time) => (time === '' ? 'links.expires_invalid' : checkExpiry(time)), {
                'links.expires_invalid': t('create:form.expiry_unreadable'),
              }),
            ]}
            validateTrigger="onSettled"
          >
            <ExpiryInput />
          </Form.Item>
        )}
        {what === 'set-campaign' && (
          <Form.Item
            name="campaign_id"
            label={t('create:form.in_campaign')}
            required
            rules={[fieldRule((id: string | null | undefined) => (id ? null : t('bulk.campaign_required')))]}
          >
            <CampaignSelect placeholder={t('bulk.campaign_choose')} none={t('create:form.in_campaign_none')} />
          </Form.Item>
        )}
        {what === 'move' && (
          <Form.Item
            name="domain_id"
            label={t('create:form.domain')}
            extra={t('bulk.move_help')}
            required
            rules={[rule(checkDomain)]}
          >
            <Select
              loading={!domains.data && !domains.failure}
              placeholder={t('create:form.domain_choose')}
              options={domains.data?.data.map(({ id, domain_name }) => ({ value: id, label: domain_name }))}
            />
          </Form.Item>
        )}
      </KitForm>
    </FormDialog>
  );
}
