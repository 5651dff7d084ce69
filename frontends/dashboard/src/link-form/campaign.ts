import { CAMPAIGN, type CampaignParameter } from '@linkway/contracts/rules';

export type CampaignValues = Partial<Record<CampaignParameter, string>>;

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

/** All that an address says of a campaign. */
export const campaignIn = (url: string): CampaignValues =>
  Object.fromEntries(CAMPAIGN.map((name) => [name, campaignOf(url, name)]).filter(([, value]) => value !== ''));

/** The address with these values; of the others it says what it said. */
export const withCampaigns = (url: string, values: CampaignValues): string =>
  CAMPAIGN.reduce((address, name) => (values[name] ? withCampaign(address, name, values[name]) : address), url);

/** What was lost with a destination that another one took the place of; null: nothing, or it was taken away from the same address on purpose. */
export function lostWith(before: string, now: string): CampaignValues | null {
  const lost = campaignIn(before);
  const isKept = Object.keys(lost).length === 0 || Object.keys(campaignIn(now)).length > 0;
  return isKept || partsOf(before).address === partsOf(now).address ? null : lost;
}
