import type { ApiProblem } from '@linkway/kit/api';
import type { FormInstance } from '@linkway/kit/ui';
import { emptyValues, type LinkValues } from './values';

const fields = [
  ...Object.keys(emptyValues),
  ...Object.keys(emptyValues.device_targeting).map((device) => `device_targeting.${device}`),
];

/** Puts the API's messages at their fields and the focus on the first; false when none of them has a field here. */
export function showFieldErrors(form: FormInstance<LinkValues>, problem: ApiProblem): boolean {
  const known = Object.entries(problem.fields)
    .filter(([field]) => fields.includes(field))
    .map(([field, detail]) => ({ name: field.split('.') as never, errors: [detail] }));
  form.setFields(known);
  const [first] = known;
  if (first) form.focusField(first.name);
  return first !== undefined;
}
