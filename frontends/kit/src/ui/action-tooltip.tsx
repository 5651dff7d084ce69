import { Tooltip } from 'antd';
import { cloneElement, type MouseEvent, type ReactElement, useState } from 'react';

interface Props {
  title: string;
  children: ReactElement<{ onClick?: (event: MouseEvent) => void; onMouseEnter?: (event: MouseEvent) => void }>;
}

/** Names a button that opens something, until it is pressed: its name would lie over what is opened. A finger only presses. */
export function ActionTooltip({ title, children }: Props) {
  const [open, setOpen] = useState(false);
  const [pressed, setPressed] = useState(false);
  const { onClick, onMouseEnter } = children.props;
  return (
    <Tooltip title={title} open={open && !pressed} onOpenChange={setOpen}>
      {cloneElement(children, {
        onMouseEnter: (event) => {
          setPressed(false);
          onMouseEnter?.(event);
        },
        onClick: (event) => {
          setPressed(true);
          onClick?.(event);
        },
      })}
    </Tooltip>
  );
}
