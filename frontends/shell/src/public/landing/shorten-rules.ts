/** The form's fields, by the API's names. */
export type Field = 'url' | 'custom_code' | 'domain_id';

export interface Values {
  url: string;
  custom_code: string;
  domain_id: string;
}

export type Rule = 'url_required' | 'url_invalid' | 'url_credentials' | 'too_long' | 'code_invalid' | 'domain_required';

// The same judgement as the API's (contracts/src/http/links.ts) and of the service behind it, told before asking them.
function httpUrlRule(value: string): Rule | null {
  const broken = /[\p{Cc}\p{Cs}\u2028\u2029]/u.test(value) || !/^https?:\/\/[^/]/i.test(value);
  const url = broken || !URL.canParse(value) ? null : new URL(value);
  if (!url?.hostname) return 'url_invalid';
  return url.username || url.password ? 'url_credentials' : null;
}

const MAX_URL = 4096;
const CUSTOM_CODE = /^[A-Za-z0-9_-]{3,50}$/;

function urlRule(address: string): { url?: Rule } {
  if (address === '') return { url: 'url_required' };
  if (address.length > MAX_URL) return { url: 'too_long' };
  const rule = httpUrlRule(address);
  return rule ? { url: rule } : {};
}

/** The broken rule of each wrong field, in the form's order. */
export function check({ url, custom_code, domain_id }: Values): Partial<Record<Field, Rule>> {
  const code = custom_code.trim();
  return {
    ...urlRule(url.trim()),
    ...(domain_id === '' ? { domain_id: 'domain_required' } : {}),
    ...(code === '' || CUSTOM_CODE.test(code) ? {} : { custom_code: 'code_invalid' }),
  };
}

const fields: readonly Field[] = ['url', 'custom_code', 'domain_id'];
const byCode: [prefix: string, field: Field][] = [
  ['links.url_', 'url'],
  ['links.code_', 'custom_code'],
  ['links.domain_', 'domain_id'],
];

/** Where each message of a refusal belongs; what belongs to no field stays out. */
export function fieldMessages(problem: {
  code: string;
  detail: string;
  fields: Record<string, string>;
}): Partial<Record<Field, string>> {
  const named = fields.filter((field) => problem.fields[field]);
  if (named.length > 0) return Object.fromEntries(named.map((field) => [field, problem.fields[field]]));
  const field = byCode.find(([prefix]) => problem.code.startsWith(prefix))?.[1];
  return field ? { [field]: problem.detail } : {};
}
