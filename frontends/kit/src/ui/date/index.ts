// The names of months and days that the pickers show in Vietnamese; English is built in.
import 'dayjs/locale/vi';

export { DatePicker, TimePicker } from 'antd';
export { type Dayjs, default as dayjs } from 'dayjs';
export { DayInput } from './day-input';
export { MomentInput } from './moment-input';
export { isDay, isTime } from './typed-time';
export { momentOf, wallTime } from './wall-time';
