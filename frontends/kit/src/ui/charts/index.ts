export { Bar, type BarRow } from './bar';
export { Line, type LinePoint } from './line';
export { Pie } from './pie';
