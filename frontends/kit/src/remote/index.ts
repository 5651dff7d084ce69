export { RemoteView } from './view';
