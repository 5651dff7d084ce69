export { Pagination, Table, type TableColumnsType, type TableProps } from 'antd';
