import dayjs from 'dayjs';
import { type PickerField, TypedPicker } from './typed-picker';
import { isDay, readDay, SHOWN_DAY } from './typed-time';

interface Props extends PickerField {
  /** Its calendar offers the days from that one on; a text that is no day limits nothing. */
  from?: string | null;
}

/** A day of the calendar, yyyy-MM-dd: it is the same one in every time zone. */
export function DayInput({ from = null, ...field }: Props) {
  const first = from !== null && isDay(from) ? dayjs(from) : null;
  return (
    <TypedPicker
      {...field}
      format={SHOWN_DAY}
      read={readDay}
      toCalendar={(value) => (isDay(value) ? dayjs(value) : null)}
      fromCalendar={(picked) => picked.format('YYYY-MM-DD')}
      // Of a day that has to be there nothing is to be emptied but to type another.
      allowClear={false}
      disabledDate={(day) => first !== null && day.isBefore(first, 'day')}
    />
  );
}
