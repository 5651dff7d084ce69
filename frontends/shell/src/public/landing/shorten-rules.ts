import { codeFault, urlFault } from '@linkway/contracts/rules';
import type { ProblemTexts } from '@linkway/kit/api';

/** The form's fields, by the API's names. */
export type Field = 'url' | 'custom_code' | 'domain_id';

export interface Values {
  url: string;
  custom_code: string;
  domain_id: string;
  /** A submission that no answer is known of: the same one again has the same Idempotency-Key, also after a reload. */
  unanswered?: { key: string; sent: string };
}

export type Rule =
  | 'url_required'
  | 'url_invalid'
  | 'url_incomplete'
  | 'url_credentials'
  | 'too_long'
  | 'code_invalid'
  | 'domain_required';

const withoutPrefix = <R extends string>(code: `links.${R}`): R => code.slice('links.'.length) as R;

function urlRule(address: string): { url?: Rule } {
  const fault = urlFault(address);
  if (!fault) return {};
  return { url: fault === 'request.field_too_long' ? 'too_long' : withoutPrefix(fault) };
}

/** The broken rule of each wrong field, in the form's order. */
export function check({ url, custom_code, domain_id }: Values): Partial<Record<Field, Rule>> {
  return {
    ...urlRule(url),
    ...(domain_id === '' ? { domain_id: 'domain_required' } : {}),
    ...(codeFault(custom_code) ? { custom_code: 'code_invalid' } : {}),
  };
}

const fields: readonly Field[] = ['url', 'custom_code', 'domain_id'];
const byCode: [prefix: string, field: Field][] = [
  ['links.url_', 'url'],
  ['links.code_', 'custom_code'],
  ['links.domain_', 'domain_id'],
];

/** Where each message of a refusal belongs; what belongs to no field stays out. */
export function fieldMessages(code: string, texts: ProblemTexts): Partial<Record<Field, string>> {
  const named = fields.filter((field) => texts.fields[field]);
  if (named.length > 0) return Object.fromEntries(named.map((field) => [field, texts.fields[field]]));
  const field = byCode.find(([prefix]) => code.startsWith(prefix))?.[1];
  return field ? { [field]: texts.detail } : {};
}
