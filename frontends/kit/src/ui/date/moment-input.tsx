import { DatePicker } from 'antd';
import type { Dayjs } from 'dayjs';
import {
  type AriaAttributes,
  type ChangeEvent,
  type ComponentProps,
  createContext,
  type ReactNode,
  use,
  useState,
} from 'react';
import { isTime, readTime, SHOWN } from './typed-time';
import { momentOf, wallTime } from './wall-time';

/** With what the form says of its field to screen readers. */
interface Props extends Pick<AriaAttributes, 'aria-describedby' | 'aria-invalid' | 'aria-label' | 'aria-required'> {
  id?: string;
  className?: string;
  placeholder: string;
  /** Stands in the field, before the time, where no label is above it. */
  prefix?: ReactNode;
  /** Its calendar offers the days until today, not those from today on. */
  past?: true;
  /** A time, or what was typed and is none; null: never. */
  value?: string | null;
  onChange?: (value: string | null) => void;
  /** The field was left, or a time was picked: it may be judged now. */
  onSettled?: () => void;
}

/**
 * A date and time to come, or a past one. The value is at any moment what the field shows, so that nothing is lost, however the field is left: not
 * a day that is picked without its time, nor a text that is no time.
 */
export function MomentInput({ value = null, onChange, onSettled, past, ...field }: Props) {
  // While it is typed, a text stays as it is typed, also when it is a time already; until the form has another value.
  const [typing, setTyping] = useState<{ text: string; value: string | null } | null>(null);
  const typed = typing && typing.value === value ? typing.text : null;
  const time = value !== null && isTime(value) ? wallTime(value) : null;
  const type = (text: string): void => {
    const read = text.trim() === '' ? null : (readTime(text) ?? text);
    setTyping({ text, value: read });
    onChange?.(read);
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
    <TypedText value={{ shown: typed ?? (time ? null : value), type }}>
      <DatePicker
        {...field}
        components={components}
        showTime={{ format: 'HH:mm' }}
        showNow={false}
        needConfirm={false}
        // A day under the pointer is not yet the value.
        previewValue={false}
        format={SHOWN}
        value={time}
        disabledDate={(day) => (past ? day.isAfter(wallTime(), 'day') : day.isBefore(wallTime(), 'day'))}
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
