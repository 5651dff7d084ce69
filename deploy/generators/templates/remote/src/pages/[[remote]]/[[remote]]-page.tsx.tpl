import { useTranslation } from '@linkway/kit/i18n';
import { PageHead } from '@linkway/kit/ui';

export default function [[Remote]]Page() {
  const { t } = useTranslation('[[remote]]');
  return <PageHead title={t('page.title')} text={t('page.text')} />;
}
