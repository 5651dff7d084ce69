import { type PickerField, TypedPicker } from './typed-picker';
import { isTime, readTime, SHOWN } from './typed-time';
import { momentOf, wallTime } from './wall-time';

interface Props extends PickerField {
  /** Its calendar offers the days until today, not those from today on. */
  past?: true;
}

/** A date and time to come, or a past one: ISO, in the zone of the account. */
export const MomentInput = ({ past, ...field }: Props) => (
  <TypedPicker
    {...field}
    format={SHOWN}
    timeFormat="HH:mm"
    read={readTime}
    toCalendar={(value) => (isTime(value) ? wallTime(value) : null)}
    fromCalendar={momentOf}
    disabledDate={(day) => (past ? day.isAfter(wallTime(), 'day') : day.isBefore(wallTime(), 'day'))}
  />
);
