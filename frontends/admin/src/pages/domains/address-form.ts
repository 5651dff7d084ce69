import { urlFault } from '@linkway/contracts/rules';
import type { AdminDomain, ChangeDomain } from '@linkway/kit/api';
import { currentLanguage } from '@linkway/kit/i18n';
import { errorMessage } from '@linkway/kit/ui/form';

export const addressFields = ['root_url', 'not_found_url', 'expired_url'] as const;
export type AddressField = (typeof addressFields)[number];
export type AddressValues = Record<AddressField, string>;

export const valuesOf = (domain: AdminDomain): AddressValues => ({
  root_url: domain.root_url ?? '',
  not_found_url: domain.not_found_url ?? '',
  expired_url: domain.expired_url ?? '',
});

/** What differs from the domain as it is; an empty field is no address. */
export function changesOf(domain: AdminDomain, values: AddressValues): ChangeDomain {
  const typed = addressFields.map((field) => [field, values[field].trim() || null] as const);
  return Object.fromEntries(typed.filter(([field, url]) => url !== domain[field]));
}

/** Of what was typed. It may lead to a host of this network alone, which is for who runs the installation to say. */
export function addressFault(typed: string | undefined): string | null {
  const fault = typed?.trim() ? urlFault(typed) : null;
  return fault === null || fault === 'links.url_incomplete' ? null : errorMessage(fault, currentLanguage());
}
