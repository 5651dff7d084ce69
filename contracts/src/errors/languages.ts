import { defineErrors } from './define.js';

/** The languages that an administrator adds, and files of their texts. */
export const languagesErrors = defineErrors({
  'languages.fields_required': { status: 400 },
  'languages.code_invalid': { status: 400 },
  'languages.direction_unsupported': { status: 400 },
  'languages.code_taken': { status: 409 },
  'languages.too_many': { status: 409 },
  'languages.built_in': { status: 409 },
  'languages.not_found': { status: 404 },
  'languages.changed_meanwhile': { status: 409 },
  'languages.not_offered': { status: 400 },
  'languages.file_invalid': { status: 400 },
  'languages.file_type_unsupported': { status: 415 },
  'languages.file_too_large': { status: 413 },
  'languages.texts_too_large': { status: 409 },
  'languages.text_unknown': { status: 404 },
  'languages.text_no_string': { status: 400 },
  'languages.text_too_long': { status: 400 },
  'languages.text_key_forbidden': { status: 400 },
  'languages.text_key_twice': { status: 400 },
  'languages.text_placeholders_differ': { status: 400 },
  'languages.text_tags_differ': { status: 400 },
  'languages.text_refers': { status: 400 },
});
