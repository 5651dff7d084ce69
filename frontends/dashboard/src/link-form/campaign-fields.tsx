import { currentLanguage, useTranslation } from '@linkway/kit/i18n';
import { errorMessage, Fold, Form } from '@linkway/kit/ui/form';
import { Input } from '@linkway/kit/ui/input';
import { useId, useState } from 'react';
import { CAMPAIGN, type CampaignParameter, campaignOf, MAX_CAMPAIGN_LENGTH, withCampaign } from './campaign';

interface Props {
  of: { url: string };
  /** The destination was changed from here, which the form does not tell by itself. */
  onTyped: () => void;
}

/** The campaign parameters of the destination. They are kept in it and nowhere else: whichever of both is typed in, the other follows. */
export function CampaignFields({ of, onTyped }: Props) {
  const { t } = useTranslation('create');
  const form = Form.useFormInstance();
  const id = useId();
  const url = (Form.useWatch('url', form) as string | undefined) ?? of.url;
  /** What is too long to be put into the destination. */
  const [long, setLong] = useState<Partial<Record<CampaignParameter, string>>>({});
  const labels: Record<CampaignParameter, string> = {
    utm_source: t('form.utm_source'),
    utm_medium: t('form.utm_medium'),
    utm_campaign: t('form.utm_campaign'),
    utm_term: t('form.utm_term'),
    utm_content: t('form.utm_content'),
  };
  const type = (name: CampaignParameter, value: string): void => {
    const fits = value.length <= MAX_CAMPAIGN_LENGTH;
    setLong({ ...long, [name]: fits ? undefined : value });
    if (!fits) return;
    form.setFieldValue('url', withCampaign(url, name, value));
    onTyped();
  };
  return (
    <Fold
      title={t('form.campaign')}
      help={t('form.campaign_help')}
      open={CAMPAIGN.some((name) => campaignOf(of.url, name) !== '')}
    >
      {CAMPAIGN.map((name) => (
        <Form.Item
          key={name}
          label={labels[name]}
          htmlFor={`${id}-${name}`}
          validateStatus={long[name] === undefined ? undefined : 'error'}
          help={long[name] === undefined ? undefined : errorMessage('request.field_too_long', currentLanguage())}
        >
          <Input
            id={`${id}-${name}`}
            value={long[name] ?? campaignOf(url, name)}
            disabled={url.trim() === ''}
            placeholder={name}
            autoComplete="off"
            onChange={({ target }) => type(name, target.value)}
          />
        </Form.Item>
      ))}
    </Fold>
  );
}
