import { useTranslation } from '@linkway/kit/i18n';
import { Button } from '@linkway/kit/ui';
import { dayjs, MomentInput } from '@linkway/kit/ui/date';
import type { ComponentProps } from 'react';
import styles from './fields.module.css';

interface Props extends Omit<ComponentProps<typeof MomentInput>, 'className' | 'placeholder'> {
  /** Ends that are one press away; without them, those of a link. */
  spans?: readonly Span[];
}

interface Span {
  label: string;
  hours: number;
}

/** The end of a link or a key: a date and time, or one of some spans from now. */
export function ExpiryInput({ spans, ...field }: Props) {
  const { t } = useTranslation('create');
  const ofLinks = [
    { label: t('form.expiry_hour'), hours: 1 },
    { label: t('form.expiry_day'), hours: 24 },
    { label: t('form.expiry_week'), hours: 7 * 24 },
    { label: t('form.expiry_month'), hours: 30 * 24 },
  ];
  return (
    <div className={styles.expiry}>
      <MomentInput {...field} className={styles.wide} placeholder={t('form.expiry_format')} />
      <div className={styles.presets} role="group" aria-label={t('form.expiry_presets')}>
        {(spans ?? ofLinks).map(({ label, hours }) => (
          <Button
            key={hours}
            size="small"
            onClick={() => {
              field.onChange?.(dayjs().add(hours, 'hour').second(0).millisecond(0).toISOString());
              field.onSettled?.();
            }}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}
