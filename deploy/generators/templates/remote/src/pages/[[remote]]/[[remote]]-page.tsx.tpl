import { useTranslation } from '@linkway/kit/i18n';
import { PageHead, usePageParams } from '@linkway/kit/ui';

export default function [[Remote]]Page() {
  const { t } = useTranslation('[[remote]]');
  // Of the address, the page knows none but its tab.
  usePageParams();
  return <PageHead title={t('page.title')} text={t('page.text')} />;
}
