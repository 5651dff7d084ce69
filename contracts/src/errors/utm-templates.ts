import { defineErrors } from './define.js';

/** Campaign parameters that a workspace keeps under names. */
export const utmTemplateErrors = defineErrors({
  'utm_templates.not_found': { status: 404 },
  'utm_templates.name_required': { status: 400 },
  'utm_templates.name_taken': { status: 409 },
  'utm_templates.empty': { status: 400 },
  'utm_templates.limit_reached': { status: 409 },
});
