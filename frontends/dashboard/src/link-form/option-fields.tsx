import { DeviceFields } from './device-fields';
import { LocationFields } from './location-fields';
import { PassageFields } from './passage-fields';
import { PreviewFields } from './preview-fields';
import type { LinkValues } from './values';

/** What a link can do beyond leading to its destination, a fold each. `of`: what they begin with. */
export function OptionFields({ of }: { of: LinkValues }) {
  return (
    <>
      <LocationFields of={of} />
      <DeviceFields of={of} />
      <PassageFields of={of} />
      <PreviewFields of={of} />
    </>
  );
}
