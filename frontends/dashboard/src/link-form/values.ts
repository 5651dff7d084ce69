import type { CreateLink, Link, UpdateLink } from '@linkway/kit/api';
import { type FormField, linkFields } from './fields';

type Fields = typeof linkFields;
type FieldName = keyof Fields;

/** What the fields of a link hold. */
export type LinkValues = { [Name in FieldName]: ReturnType<Fields[Name]['of']> } & {
  domain_id: string;
  password: string;
};

const names = Object.keys(linkFields) as FieldName[];
const sentOf = (name: FieldName, values: LinkValues): unknown =>
  (linkFields[name] as FormField<unknown>).sent(values[name]);
/** As a new link has it that was made without it. */
const isUnset = (name: FieldName, sent: unknown): boolean =>
  isEmpty(sent) || JSON.stringify(sent) === JSON.stringify(sentOf(name, emptyValues));
const isEmpty = (sent: unknown): boolean => sent === null || sent === '' || ['{}', '[]'].includes(JSON.stringify(sent));

const valuesFrom = (link: Link | null): LinkValues =>
  ({
    ...Object.fromEntries(names.map((name) => [name, linkFields[name].of(link)])),
    domain_id: link?.domain?.id ?? '',
    password: '',
  }) as LinkValues;

export const emptyValues: LinkValues = valuesFrom(null);
export const valuesOf = (link: Link): LinkValues => valuesFrom(link);

/** What a new link begins with that is made after another: all but its code, its password and a time that is over. */
export function duplicateOf(link: Link, now = Date.now()): LinkValues {
  const values = { ...valuesOf(link), custom_code: '' };
  const isOver = values.expires_at !== null && Date.parse(values.expires_at) <= now;
  return isOver ? { ...values, expires_at: null } : values;
}

/** The request that creates the link: only what was filled in. */
export function creation(values: LinkValues): CreateLink {
  const filled = names
    .map((name) => [name, sentOf(name, values)] as const)
    .filter(([name, sent]) => !isUnset(name, sent));
  return {
    url: '',
    ...Object.fromEntries(filled),
    ...(values.domain_id && { domain_id: values.domain_id }),
    ...(values.password && { password: values.password }),
  };
}

/** `base`, with each field that was typed in since `sent` was as it is typed now. */
export function withTypedSince(sent: LinkValues, now: LinkValues, base: LinkValues): LinkValues {
  const fresh = <Values extends object>(of: Values, before: Values): Partial<Values> =>
    Object.fromEntries(
      // Lists are other ones after each change of the form.
      Object.entries(of).filter(
        ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Values]),
      ),
    ) as Partial<Values>;
  return {
    ...base,
    ...fresh(now, sent),
    device_targeting: { ...base.device_targeting, ...fresh(now.device_targeting, sent.device_targeting) },
    custom_preview: { ...base.custom_preview, ...fresh(now.custom_preview, sent.custom_preview) },
    deep_links: { ...base.deep_links, ...fresh(now.deep_links, sent.deep_links) },
    trackers: { ...base.trackers, ...fresh(now.trackers, sent.trackers) },
    ab_test: { ...base.ab_test, ...fresh(now.ab_test, sent.ab_test) },
    system_targeting: { ...base.system_targeting, ...fresh(now.system_targeting, sent.system_targeting) },
  };
}

/** What was typed since `sent` was: each field that is as it was sent is empty again. The domain stays for the next link. */
export const typedSince = (sent: LinkValues, now: LinkValues): LinkValues => ({
  ...withTypedSince(sent, now, emptyValues),
  domain_id: now.domain_id,
});

/** The request that changes a link: only what is different, so that nothing another person changed is set back. */
export function changes(link: Link, values: LinkValues, removePassword: boolean): UpdateLink {
  const before = valuesOf(link);
  const different = names
    .map((name) => [name, sentOf(name, values)] as const)
    .filter(([name, sent]) => JSON.stringify(sent) !== JSON.stringify(sentOf(name, before)))
    .filter(([name, sent]) => !('kept' in linkFields[name] && isEmpty(sent)));
  return {
    ...Object.fromEntries(different),
    ...(removePassword ? { password: null } : values.password && { password: values.password }),
  };
}
