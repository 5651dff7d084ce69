import { useFormats, useTranslation } from '@linkway/kit/i18n';

/** A count of clicks; a dash while statistics cannot be asked. */
export function Clicks({ count }: { count: number | null }) {
  const { t } = useTranslation('guest-links');
  const { number } = useFormats();
  if (count !== null) return <>{number(count)}</>;
  return (
    <span title={t('clicks_unknown')}>
      –<span className="lw-visually-hidden">{t('clicks_unknown')}</span>
    </span>
  );
}
