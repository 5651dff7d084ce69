import { Cartesian, Theta, Transpose } from '@antv/g2/esm/coordinate/index';
import { Column, Constant, Field, Transform } from '@antv/g2/esm/encode/index';
import { Interval, Line } from '@antv/g2/esm/mark/index';
import { Band, Identity, Linear, Ordinal } from '@antv/g2/esm/scale/index';
import { Light } from '@antv/g2/esm/theme/index';
import { StackY } from '@antv/g2/esm/transform/index';
import { pause } from './pause';

/** Data as it is given. Between taking it in and drawing it there is a pause. */
const Inline = Object.assign(
  ({ value }: { value: unknown }) =>
    async () => {
      await pause();
      return value;
    },
  { props: {} },
);

/** What the three charts draw with. The library's own list brings every mark, axis and interaction that it has, which is half as much again. */
export const library = {
  'coordinate.cartesian': Cartesian,
  'coordinate.theta': Theta,
  'coordinate.transpose': Transpose,
  'data.inline': Inline,
  'encode.column': Column,
  'encode.constant': Constant,
  'encode.field': Field,
  'encode.transform': Transform,
  'mark.interval': Interval,
  'mark.line': Line,
  'scale.band': Band,
  'scale.identity': Identity,
  'scale.linear': Linear,
  'scale.ordinal': Ordinal,
  'theme.light': Light,
  'transform.stackY': StackY,
};
