import { useTranslation } from '@linkway/kit/i18n';
import { PageHead } from '@linkway/kit/ui';
import { LeaveGuard } from '@linkway/kit/ui/form';
import { DataExportCard } from './data-export/data-export-card';
import { DevicesCard } from './devices-card';
import { DisplayCard } from './display-card';
import { LinksCard } from './links-card';
import { NotificationsCard } from './notifications/notifications-card';
import { PrivacyCard } from './privacy-card';
import styles from './settings-page.module.css';

export default function SettingsPage() {
  const { t } = useTranslation('settings');
  return (
    <LeaveGuard>
      <PageHead title={t('title')} text={t('text')} />
      <div className={styles.cards}>
        <DisplayCard />
        <NotificationsCard />
        <LinksCard />
        <PrivacyCard />
        <DevicesCard />
        <DataExportCard />
      </div>
    </LeaveGuard>
  );
}
