export { DatePicker, TimePicker } from 'antd';
export { type Dayjs, default as dayjs } from 'dayjs';
