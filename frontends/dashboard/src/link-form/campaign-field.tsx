import { useTranslation } from '@linkway/kit/i18n';
import { Link } from '@linkway/kit/router';
import { Form, fieldRule } from '@linkway/kit/ui/form';
import { useHasNoCampaign } from '../data/campaigns';
import { CampaignSelect } from '../parts/campaign-select';
import styles from './fields.module.css';

// What the service says of one is no word on the next one: with a rule the field is judged anew.
const rules = [fieldRule(() => null)];

/** The campaign that the link belongs to. */
export function CampaignField() {
  const { t } = useTranslation('create');
  const hasNone = useHasNoCampaign();
  return (
    <Form.Item
      name="campaign_id"
      label={t('form.in_campaign')}
      rules={rules}
      extra={
        hasNone ? (
          <>
            {t('form.in_campaign_first')}{' '}
            <Link className={styles.within} to="/dashboard?tab=campaigns">
              {t('form.in_campaign_make')}
            </Link>
          </>
        ) : (
          t('form.in_campaign_help')
        )
      }
    >
      <CampaignSelect placeholder={t('form.in_campaign_none')} />
    </Form.Item>
  );
}
