export { Drawer } from './drawer';
export { Modal } from './modal';
