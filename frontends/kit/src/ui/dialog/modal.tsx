import { Modal as AntModal, type ModalProps } from 'antd';
import { useBack } from './back';

interface Props extends Omit<ModalProps, 'onCancel'> {
  /** By its cross, by Esc, by a press beside it, by Back. */
  onCancel: () => void;
}

export function Modal({ onCancel, ...props }: Props) {
  useBack(props.open === true, onCancel);
  return <AntModal {...props} onCancel={onCancel} />;
}
