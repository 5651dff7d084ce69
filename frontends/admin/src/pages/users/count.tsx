import { useFormats, useTranslation } from '@linkway/kit/i18n';

/** A number of another service; a dash while that cannot be asked. */
export function Count({ value }: { value: number | null }) {
  const { t } = useTranslation('users');
  const { number } = useFormats();
  if (value !== null) return <>{number(value)}</>;
  return (
    <span title={t('missing')}>
      –<span className="lw-visually-hidden">{t('missing')}</span>
    </span>
  );
}
