// Alone, as over a list; with labels and messages they are in a form.
export { Checkbox, Input, type InputProps, Select, Switch } from 'antd';
export { SearchField } from './search-field';
