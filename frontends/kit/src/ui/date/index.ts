export { DatePicker, TimePicker } from 'antd';
export { default as dayjs, type Dayjs } from 'dayjs';
