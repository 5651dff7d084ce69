export { QrCode, qrSvg } from './qr-code';
