import { Drawer } from '@linkway/kit/ui/dialog';
import { Brand } from '../layout/brand';
import { TabMenu } from './tab-menu';

interface Props {
  open: boolean;
  current: string;
  admin: boolean;
  onClose: () => void;
  /** It is out of sight. */
  afterClose: () => void;
}

/** The menu where there is no room beside the page. */
export default function TabDrawer({ open, current, admin, onClose, afterClose }: Props) {
  return (
    <Drawer
      open={open}
      placement="left"
      size={280}
      title={<Brand />}
      onClose={onClose}
      afterOpenChange={(visible) => {
        if (!visible) afterClose();
      }}
    >
      <TabMenu current={current} admin={admin} onOpen={onClose} />
    </Drawer>
  );
}
