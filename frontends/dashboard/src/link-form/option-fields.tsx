import type { Site } from '../data/site';
import { AbTestFields } from './ab-test-fields';
import { CampaignFields } from './campaign-fields';
import { DeepLinkFields } from './deep-link-fields';
import { DeviceFields } from './device-fields';
import { LocationFields } from './location-fields';
import { PassageFields } from './passage-fields';
import { PreviewFields } from './preview-fields';
import { RuleFields } from './rule-fields';
import { TrackerFields } from './tracker-fields';
import type { LinkValues } from './values';

interface Props {
  /** What they begin with. */
  of: LinkValues;
  /** The link that is edited. */
  link?: string | null;
  /** What the page that the link leads to says of itself. */
  site?: Site | null;
  /** The destination was changed by one of them. */
  onTyped: () => void;
}

/** What a link can do beyond leading to its destination, a fold each. */
export function OptionFields({ of, link = null, site = null, onTyped }: Props) {
  return (
    <>
      <CampaignFields of={of} onTyped={onTyped} />
      <RuleFields of={of} />
      <LocationFields of={of} />
      <DeviceFields of={of} />
      <AbTestFields of={of} link={link} />
      <DeepLinkFields of={of} />
      <PassageFields of={of} />
      <TrackerFields of={of} />
      <PreviewFields of={of} site={site} />
    </>
  );
}
