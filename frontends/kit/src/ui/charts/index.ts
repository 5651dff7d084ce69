export { Bar, Line, Pie } from '@ant-design/charts';
export { useChartTheme } from './theme';
