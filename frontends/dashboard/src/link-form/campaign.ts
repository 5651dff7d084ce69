/** The parameters by which statistics tell campaigns apart, in the order in which they are filled in. */
export const CAMPAIGN = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;
export type CampaignParameter = (typeof CAMPAIGN)[number];
export const MAX_CAMPAIGN_LENGTH = 200;

interface Parts {
  address: string;
  /** As they are written. */
  parameters: string[];
  fragment: string;
}

function partsOf(url: string): Parts {
  const [, beforeFragment = '', fragment = ''] = /^([^#]*)(#[\s\S]*)?$/.exec(url) ?? [];
  const at = beforeFragment.indexOf('?');
  if (at === -1) return { address: beforeFragment, parameters: [], fragment };
  return { address: beforeFragment.slice(0, at), parameters: beforeFragment.slice(at + 1).split('&'), fragment };
}

function decoded(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    // Written by somebody who encodes otherwise: it is shown as it is.
    return spaced;
  }
}

const nameOf = (parameter: string): string => decoded(parameter.split('=', 1)[0] ?? '');

/** What an address says of a parameter; '': nothing. Of one that is there twice the first counts. */
export function campaignOf(url: string, name: CampaignParameter): string {
  const found = partsOf(url).parameters.find((parameter) => nameOf(parameter) === name);
  const at = found?.indexOf('=') ?? -1;
  return found && at !== -1 ? decoded(found.slice(at + 1)) : '';
}

/** The address with another value of a parameter, in its place; '' takes it away. Everything else stays as it is written. */
export function withCampaign(url: string, name: CampaignParameter, value: string): string {
  const { address, parameters, fragment } = partsOf(url);
  const written = value === '' ? [] : [`${name}=${encodeURIComponent(value.toWellFormed())}`];
  const at = parameters.findIndex((parameter) => nameOf(parameter) === name);
  const before =
    at === -1 ? parameters.filter((parameter, place) => parameter !== '' || place > 0) : parameters.slice(0, at);
  const after = at === -1 ? [] : parameters.slice(at + 1).filter((parameter) => nameOf(parameter) !== name);
  const all = [...before, ...written, ...after];
  return `${address}${all.length > 0 ? `?${all.join('&')}` : ''}${fragment}`;
}
