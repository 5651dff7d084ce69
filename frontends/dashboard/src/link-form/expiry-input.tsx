import { useTranslation } from '@linkway/kit/i18n';
import { Button } from '@linkway/kit/ui';
import { DatePicker, type Dayjs, dayjs } from '@linkway/kit/ui/date';
import { type AriaAttributes, type ChangeEvent, type ComponentProps, createContext, use, useState } from 'react';
import { momentOf, wallTime } from '../data/wall-time';
import styles from './fields.module.css';
import { isTime, readTime, SHOWN } from './typed-time';

/** With what the form says of its field to screen readers. */
interface Props extends Pick<AriaAttributes, 'aria-describedby' | 'aria-invalid' | 'aria-required'> {
  id?: string;
  /** A time, or what was typed and is none; null: never. */
  value?: string | null;
  onChange?: (value: string | null) => void;
  /** The field was left, or a time was picked: it may be judged now. */
  onSettled?: () => void;
  /** Ends that are one press away; without them, those of a link. */
  spans?: readonly Span[];
}

interface Span {
  label: string;
  hours: number;
}

/**
 * The end of a link or a key: a date and time, or one of some spans from now. The value is at any moment what the field shows, so
 * that nothing is lost, however the field is left: not a day that is picked without its time, nor a text that is no time.
 */
export function ExpiryInput({ id, value = null, onChange, onSettled, spans, ...aria }: Props) {
  const { t } = useTranslation('create');
  // While it is typed, a text stays as it is typed, also when it is a time already.
  const [typing, setTyping] = useState<string | null>(null);
  const time = value !== null && isTime(value) ? wallTime(value) : null;
  const ofLinks = [
    { label: t('form.expiry_hour'), hours: 1 },
    { label: t('form.expiry_day'), hours: 24 },
    { label: t('form.expiry_week'), hours: 7 * 24 },
    { label: t('form.expiry_month'), hours: 30 * 24 },
  ];
  const type = (text: string): void => {
    setTyping(text);
    onChange?.(text.trim() === '' ? null : (readTime(text) ?? text));
  };
  const pick = (picked: Dayjs | null): void => {
    setTyping(null);
    onChange?.(picked && momentOf(picked));
  };
  const settle = (): void => {
    setTyping(null);
    onSettled?.();
  };
  return (
    <div className={styles.expiry}>
      <TypedText value={{ shown: typing ?? (time ? null : value), type }}>
        <DatePicker
          {...aria}
          id={id}
          className={styles.wide}
          components={components}
          showTime={{ format: 'HH:mm' }}
          showNow={false}
          needConfirm={false}
          // A day under the pointer is not yet the value.
          previewValue={false}
          format={SHOWN}
          placeholder={t('form.expiry_format')}
          value={time}
          disabledDate={(day) => day.isBefore(wallTime(), 'day')}
          onCalendarChange={(picked) => {
            if (picked && !Array.isArray(picked)) pick(picked);
          }}
          onClear={() => {
            pick(null);
            onSettled?.();
          }}
          onBlur={settle}
          onKeyDown={(event) => {
            if (event.key === 'Enter') settle();
          }}
        />
      </TypedText>
      <div className={styles.presets} role="group" aria-label={t('form.expiry_presets')}>
        {(spans ?? ofLinks).map(({ label, hours }) => (
          <Button
            key={hours}
            size="small"
            onClick={() => {
              setTyping(null);
              onChange?.(dayjs().add(hours, 'hour').second(0).millisecond(0).toISOString());
              onSettled?.();
            }}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** What the field shows in place of the picker's own text (null: that), and who is told what is typed. */
const TypedText = createContext<{ shown: string | null; type: (text: string) => void }>({
  shown: null,
  type: () => {},
});

// The picker keeps of a text what it can read; this input keeps all of it. Defined once: a new component for each drawing
// would be a new input, without the focus.
function PickerInput({ value, onChange, ...props }: ComponentProps<'input'>) {
  const { shown, type } = use(TypedText);
  const change = (event: ChangeEvent<HTMLInputElement>): void => {
    onChange?.(event);
    type(event.target.value);
  };
  return <input {...props} value={shown ?? value} onChange={change} />;
}
const components = { input: PickerInput };
