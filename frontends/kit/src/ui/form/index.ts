// Of all errors, in one file for all pages: whoever judges a field before it is sent says what is wrong as the API would.
export { type ErrorCode, errorMessage, isErrorCode } from '@linkway/contracts/errors';
export { Form, type FormInstance } from 'antd';
export { Confirm } from './confirm';
export { ConfirmDelete } from './confirm-delete';
export { changedSince, type DraftStore, draftStore, foundOver, type TypedOver, typedOver } from './draft';
export { fieldRule } from './field-rule';
export { Fold } from './fold';
export { FormDialog } from './form-dialog';
export { FormFailure } from './form-failure';
export { FormPage } from './form-page';
export { KitForm, showFieldErrors } from './kit-form';
export { LeaveGuard, useGuarded } from './leave-guard';
export { Restored } from './restored';
export { submissions } from './submissions';
export { type Dialog, useSight } from './use-dialogs';
export { useFormDraft } from './use-form-draft';
export { useSubmit } from './use-submit';
export { useUnsaved } from './use-unsaved';
