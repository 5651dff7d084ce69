export { QrCode } from './qr-code';
export { qrFileName, qrPng, qrSvg, saveFile } from './qr-files';
export { SharePanel } from './share-panel';
