export { type Dialog, useDialogs } from '../form/use-dialogs';
export { RowMenu } from '../row-menu/row-menu';
export type { RowMenuItem } from '../row-menu/row-menu-items';
export type { Column } from './columns';
export { DataTable, type DataTableProps, type TableHandle } from './data-table';
export { type TableQuery, useTableQuery } from './use-table-query';
