import type { LinkOutlined } from '@ant-design/icons';
import type { ComponentProps, ComponentType } from 'react';

type IconProps = Omit<ComponentProps<typeof LinkOutlined>, 'ref'>;

/** The library names each icon in English for screen readers. */
export const silent = (Icon: ComponentType<IconProps>) =>
  function SilentIcon(props: IconProps) {
    return <Icon {...props} aria-hidden />;
  };
