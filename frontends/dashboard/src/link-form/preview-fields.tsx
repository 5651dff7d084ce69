import { MAX_PREVIEW_DESCRIPTION_LENGTH, MAX_TITLE_LENGTH } from '@linkway/contracts/rules';
import { useTranslation } from '@linkway/kit/i18n';
import { Fold, Form } from '@linkway/kit/ui/form';
import { Input } from '@linkway/kit/ui/input';
import type { Site } from '../data/site';
import { AddressInput } from './address-input';
import styles from './fields.module.css';
import { checkLength, checkOptionalUrl, rule } from './validation';

interface Props {
  /** What they begin with. */
  of: { custom_preview: Record<string, string | undefined> };
  /** What is shown where the link has nothing of its own. */
  site: Site | null;
}

export function PreviewFields({ of, site }: Props) {
  const { t } = useTranslation('create');
  const open = Object.values(of.custom_preview).some(Boolean);
  return (
    <Fold title={t('form.preview')} help={t('form.preview_help')} open={open}>
      <Form.Item
        name={['custom_preview', 'title']}
        label={t('form.preview_title')}
        rules={[rule(checkLength(MAX_TITLE_LENGTH))]}
        validateTrigger="onBlur"
      >
        <Input autoComplete="off" placeholder={site?.title ?? undefined} />
      </Form.Item>
      <Form.Item
        name={['custom_preview', 'description']}
        label={t('form.preview_description')}
        rules={[rule(checkLength(MAX_PREVIEW_DESCRIPTION_LENGTH))]}
        validateTrigger="onBlur"
      >
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item
        name={['custom_preview', 'image_url']}
        label={t('form.preview_image')}
        extra={t('form.preview_image_help')}
        rules={[rule(checkOptionalUrl)]}
        validateTrigger="onBlur"
      >
        <AddressInput name={['custom_preview', 'image_url']} placeholder="https://" autoComplete="off" />
      </Form.Item>
      {site?.picture_url && (
        <p className={styles.sitePicture}>
          <img src={site.picture_url} alt="" loading="lazy" />
          <span>{t('form.preview_site')}</span>
        </p>
      )}
    </Fold>
  );
}
