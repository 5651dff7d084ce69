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

/** With what the form says of its field to screen readers. */
export interface PickerField
  extends Pick<AriaAttributes, 'aria-describedby' | 'aria-invalid' | 'aria-label' | 'aria-required'> {
  id?: string;
  className?: string;
  placeholder: string;
  /** Stands in the field, before the time, where no label is above it. */
  prefix?: ReactNode;
  /** A time or day, or what was typed and is none; null: never. */
  value?: string | null;
  onChange?: (value: string | null) => void;
  /** The field was left, or what it holds was picked: it may be judged now. */
  onSettled?: () => void;
}

interface Props extends PickerField {
  /** As the field shows it. */
  format: string;
  /** With hours and minutes, in this format. */
  timeFormat?: string;
  /** The value that a text means; null: it means none. */
  read: (text: string) => string | null;
  /** As the calendar knows it; null: what was typed is no value. */
  toCalendar: (value: string) => Dayjs | null;
  fromCalendar: (picked: Dayjs) => string;
  disabledDate: (day: Dayjs) => boolean;
  /** It may be emptied by a button in it. */
  allowClear?: boolean;
}

/**
 * A field with a calendar, in which a value may be typed as well. The value is at any moment what the field shows, so that nothing is
 * lost, however the field is left: not a day that is picked without its time, nor a text that is no time.
 */
export function TypedPicker({ value = null, onChange, onSettled, format, timeFormat, ...props }: Props) {
  const { read, toCalendar, fromCalendar, ...field } = props;
  // While it is typed, a text stays as it is typed, also when it is a value already; until the form has another one.
  const [typing, setTyping] = useState<{ text: string; value: string | null } | null>(null);
  const typed = typing && typing.value === value ? typing.text : null;
  const at = value === null ? null : toCalendar(value);
  const type = (text: string): void => {
    const known = text.trim() === '' ? null : (read(text) ?? text);
    setTyping({ text, value: known });
    onChange?.(known);
  };
  const pick = (picked: Dayjs | null): void => {
    setTyping(null);
    onChange?.(picked && fromCalendar(picked));
  };
  const settle = (): void => {
    setTyping(null);
    onSettled?.();
  };
  return (
    <TypedText value={{ shown: typed ?? (at ? null : value), type }}>
      <DatePicker
        {...field}
        components={components}
        showTime={timeFormat ? { format: timeFormat } : false}
        showNow={false}
        needConfirm={false}
        // A day under the pointer is not yet the value.
        previewValue={false}
        format={format}
        value={at}
        onCalendarChange={(picked) => {
          if (!picked || Array.isArray(picked)) return;
          pick(picked);
          // Of a moment the time is still to come.
          if (!timeFormat) onSettled?.();
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
