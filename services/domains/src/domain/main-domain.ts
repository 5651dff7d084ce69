import { v7 as uuidv7 } from 'uuid';
import { Domain } from './domain.entity.js';

const MAIN = 0;
const OTHERS = 999;

export const mainDomainOf = (domains: readonly Domain[]): Domain | undefined =>
  domains.find((domain) => domain.sort_order === MAIN);

/**
 * Makes `name` the main domain among `domains`: the rows to write, in this order; none when that is done already.
 * A main domain that was renamed since (by an administrator) is kept as long as the configuration stays the same.
 */
export function placeMainDomain(domains: readonly Domain[], name: string): Domain[] {
  const main = mainDomainOf(domains);
  if (main?.configured_name === name) return [];

  const named = domains.find((domain) => domain.domain_name === name);
  if (named && named !== main) {
    // The old one gives up its place first: there is only one main domain at any time.
    const former = main ? [nextVersion(Object.assign(main, { sort_order: OTHERS, configured_name: null }))] : [];
    return [...former, nextVersion(asMain(named, name))];
  }
  if (main) {
    // Links belong to the id, so they follow the new name.
    return [nextVersion(asMain(main, name))];
  }
  return [asMain(newDomain(), name)];
}

const newDomain = (): Domain => Object.assign(new Domain(), { id: uuidv7(), description: '', version: 1 });

const nextVersion = (domain: Domain): Domain => Object.assign(domain, { version: domain.version + 1 });

const asMain = (domain: Domain, name: string): Domain =>
  Object.assign(domain, {
    domain_name: name,
    configured_name: name,
    price: 0,
    is_free: true,
    is_active: true,
    sort_order: MAIN,
  });
