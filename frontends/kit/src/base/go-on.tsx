import { useTranslation } from 'react-i18next';
import { PlainButton } from './button';

/** Where another account has signed in: the same address, as that account's page. */
export function GoOnButton() {
  const { t } = useTranslation('kit');
  return (
    <PlainButton kind="primary" onClick={() => window.location.reload()}>
      {t('other_account')}
    </PlainButton>
  );
}
