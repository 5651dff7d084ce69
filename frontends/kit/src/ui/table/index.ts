export { type Dialog, useDialogs } from '../form/use-dialogs';
export { RowMenu, type RowMenuItem } from '../row-menu';
export type { Column } from './columns';
export { DataTable, type DataTableProps, type TableHandle } from './data-table';
export { type TableQuery, useTableQuery } from './use-table-query';
