import { Modal as AntModal, type ModalProps } from 'antd';
import { ElsewhereNotice } from '../elsewhere-notice';
import { useBack } from './back';

interface Props extends Omit<ModalProps, 'onCancel'> {
  /** By its cross, by Esc, by a press beside it, by Back. */
  onCancel: () => void;
}

export function Modal({ onCancel, children, ...props }: Props) {
  useBack(props.open === true, onCancel);
  return (
    <AntModal {...props} onCancel={onCancel}>
      {/* That of the page is under it. */}
      <ElsewhereNotice over="dialog" />
      {children}
    </AntModal>
  );
}
