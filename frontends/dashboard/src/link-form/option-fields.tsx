import type { Site } from '../data/site';
import { DeepLinkFields } from './deep-link-fields';
import { DeviceFields } from './device-fields';
import { LocationFields } from './location-fields';
import { PassageFields } from './passage-fields';
import { PreviewFields } from './preview-fields';
import { TrackerFields } from './tracker-fields';
import { RuleFields } from './rule-fields';
import type { LinkValues } from './values';

/** What a link can do beyond leading to its destination, a fold each. `of`: what they begin with; `site`: what the page that the link leads to says of itself. */
export function OptionFields({ of, site = null }: { of: LinkValues; site?: Site | null }) {
  return (
    <>
      <RuleFields of={of} />
      <LocationFields of={of} />
      <DeviceFields of={of} />
      <DeepLinkFields of={of} />
      <PassageFields of={of} />
      <TrackerFields of={of} />
      <PreviewFields of={of} site={site} />
    </>
  );
}
