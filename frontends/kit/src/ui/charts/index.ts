export { Bar, Line, Pie } from './charts';
