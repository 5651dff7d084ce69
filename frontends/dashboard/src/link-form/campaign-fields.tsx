import { CAMPAIGN, type CampaignParameter, MAX_CAMPAIGN_LENGTH } from '@linkway/contracts/rules';
import { lazyPart } from '@linkway/kit/base';
import { currentLanguage, useTranslation } from '@linkway/kit/i18n';
import { Button } from '@linkway/kit/ui';
import { errorMessage, Fold, Form } from '@linkway/kit/ui/form';
import { Input } from '@linkway/kit/ui/input';
import { useEffect, useId, useRef, useState } from 'react';
import { type CampaignValues, campaignIn, campaignOf, lostWith, withCampaign, withCampaigns } from './campaign';
import styles from './campaign-fields.module.css';

// Most make links without any.
const UtmTemplates = lazyPart(() => import('./utm-templates/utm-templates'));

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
  /** The last destination that was there, and what went with the one before. */
  const last = useRef(url);
  const [lost, setLost] = useState<CampaignValues | null>(null);
  useEffect(() => {
    const gone = lostWith(last.current, url);
    last.current = url;
    if (gone) setLost(gone);
    else if (Object.keys(campaignIn(url)).length > 0) setLost(null);
  }, [url]);
  const put = (values: CampaignValues): void => {
    setLong({});
    setLost(null);
    form.setFieldValue('url', withCampaigns(String(form.getFieldValue('url') ?? url), values));
    onTyped();
  };
  const isFilled = CAMPAIGN.some((name) => campaignOf(of.url, name) !== '');
  // Templates are asked for by who looks at them alone.
  const [isOpened, setOpened] = useState(isFilled);
  return (
    <>
      {lost && url.trim() !== '' && (
        <div className={styles.lost} role="status">
          <p>{t('form.campaign_lost', { values: Object.values(lost).join(', ') })}</p>
          <Button onClick={() => put(lost)}>{t('form.campaign_put_back')}</Button>
        </div>
      )}
      <Fold title={t('form.campaign')} help={t('form.campaign_help')} open={isFilled} onOpen={() => setOpened(true)}>
        {isOpened && (
          <UtmTemplates
            values={campaignIn(url)}
            canApply={url.trim() !== ''}
            read={() => campaignIn(String(form.getFieldValue('url') ?? ''))}
            apply={put}
          />
        )}
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
    </>
  );
}
