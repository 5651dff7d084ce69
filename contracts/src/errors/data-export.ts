import { defineErrors } from './define.js';

/** The export of one's own data. */
export const dataExportErrors = defineErrors({
  'data_export.too_often': { status: 429 },
  'data_export.under_way': { status: 409 },
});
