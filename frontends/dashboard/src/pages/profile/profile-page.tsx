import { useTranslation } from '@linkway/kit/i18n';
import { PageHead } from '@linkway/kit/ui';
import { LeaveGuard } from '@linkway/kit/ui/form';
import { AccountFigures } from './account-figures';
import { AvatarCard } from './avatar-card';
import { DeleteAccountCard } from './deletion/delete-account-card';
import { EmailCard } from './email-card';
import { PasswordCard } from './password-card';
import { PersonalCard } from './personal-card';
import styles from './profile-page.module.css';
import { TwoFactorCard } from './two-factor/two-factor-card';

export default function ProfilePage() {
  const { t } = useTranslation('profile');
  return (
    <LeaveGuard>
      <PageHead title={t('title')} text={t('text')} />
      <AccountFigures />
      <div className={styles.cards}>
        <AvatarCard />
        <PersonalCard />
        <EmailCard />
        <PasswordCard />
        <TwoFactorCard />
        <DeleteAccountCard />
      </div>
    </LeaveGuard>
  );
}
