import { useTranslation } from '@linkway/kit/i18n';
import { Button } from '@linkway/kit/ui';
import { DatePicker, dayjs } from '@linkway/kit/ui/date';
import styles from './fields.module.css';

interface Props {
  id?: string;
  value?: string | null;
  onChange?: (value: string | null) => void;
}

/** The end of a link: a date and time, or one of four spans from now. */
export function ExpiryInput({ id, value = null, onChange }: Props) {
  const { t } = useTranslation('dashboard');
  const presets = [
    { label: t('form.expiry_hour'), hours: 1 },
    { label: t('form.expiry_day'), hours: 24 },
    { label: t('form.expiry_week'), hours: 7 * 24 },
    { label: t('form.expiry_month'), hours: 30 * 24 },
  ];
  return (
    <div className={styles.expiry}>
      <DatePicker
        id={id}
        className={styles.wide}
        showTime={{ format: 'HH:mm' }}
        showNow={false}
        format="DD/MM/YYYY HH:mm"
        placeholder={t('form.expiry_never')}
        value={value ? dayjs(value) : null}
        disabledDate={(day) => day.isBefore(dayjs(), 'day')}
        onChange={(picked) => onChange?.(picked ? picked.toISOString() : null)}
      />
      <div className={styles.presets} role="group" aria-label={t('form.expiry_presets')}>
        {presets.map(({ label, hours }) => (
          <Button
            key={hours}
            size="small"
            onClick={() => onChange?.(dayjs().add(hours, 'hour').second(0).millisecond(0).toISOString())}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}
