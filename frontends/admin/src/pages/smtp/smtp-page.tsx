import { useTranslation } from '@linkway/kit/i18n';
import { PageHead } from '@linkway/kit/ui';
import { Inbox } from './inbox/inbox';
import { SectionNav, useSection } from './section';
import { Settings } from './settings/settings';
import { Templates } from './templates/templates';

const parts = { settings: Settings, templates: Templates, inbox: Inbox };

export default function SmtpPage() {
  const { t } = useTranslation('smtp');
  const section = useSection();
  const Part = parts[section];
  return (
    <>
      <PageHead title={t('page.title')} text={t('page.text')} />
      <SectionNav current={section} />
      <Part />
    </>
  );
}
