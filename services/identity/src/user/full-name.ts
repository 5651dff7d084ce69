import { fieldError } from '@linkway/platform';

// Of spaces without a width alone there would be nothing to see.
const VISIBLE = /[^\p{C}\p{Z}]/u;

export const isVisible = (name: string): boolean => VISIBLE.test(name);

/** Throws `auth.full_name_required` for a name without anything to see. */
export function checkFullName(name: string): void {
  if (!isVisible(name)) throw fieldError('full_name', 'auth.full_name_required');
}
