import { Drawer as AntDrawer, type DrawerProps } from 'antd';
import { ElsewhereNotice } from '../elsewhere-notice';
import { useBack } from './back';

interface Props extends Omit<DrawerProps, 'onClose'> {
  /** By its cross, by Esc, by a press beside it, by Back. */
  onClose: () => void;
}

export function Drawer({ onClose, children, ...props }: Props) {
  useBack(props.open === true, onClose);
  return (
    <AntDrawer {...props} onClose={onClose}>
      {/* That of the page is under it. */}
      <ElsewhereNotice over="dialog" />
      {children}
    </AntDrawer>
  );
}
