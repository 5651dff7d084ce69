import type { LinkOutlined } from '@ant-design/icons';
import type { ComponentProps, ComponentType, JSX } from 'react';

/** Under a name of its own: the types of the facade would be a megabyte with all of it at each icon. */
export interface IconProps extends Omit<ComponentProps<typeof LinkOutlined>, 'ref'> {}

/** The library names each icon in English for screen readers. */
export const silent = (Icon: ComponentType<IconProps>): ((props: IconProps) => JSX.Element) =>
  function SilentIcon(props: IconProps) {
    return <Icon {...props} aria-hidden />;
  };
