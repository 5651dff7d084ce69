import type { Locale } from '@linkway/contracts';

export type PageKind =
  | 'unknown'
  | 'quarantined'
  | 'paused'
  | 'scheduled'
  | 'expired'
  | 'used_up'
  | 'wrong_domain'
  | 'unavailable'
  | 'busy'
  | 'flooding'
  | 'not_allowed'
  | 'bad_request'
  | 'blocked';

export interface Texts {
  errorTitle: string;
  messages: Record<PageKind, string>;
  /** What the visitor can do about it. */
  next: Partial<Record<PageKind, string>>;
  goHome: string;
  warningTitle: string;
  report: string;
  passwordTitle: string;
  passwordHelp: string;
  passwordLabel: string;
  access: string;
  wrongPassword: string;
  throttled: string;
  busy: string;
  ownVisitsTitle: string;
  ownVisits: string;
  countdownTitle: string;
  countdown: string;
  goOn: string;
  aheadTitle: string;
  ahead: string;
  aheadTested: string;
  aheadOneOf: string;
  aheadPassword: string;
  /** {host}: of an address of the web, else its scheme. */
  aheadApp: string;
  aheadDepends: string;
  aheadMade: string;
  open: string;
  openItself: string;
  appTitle: string;
  /** {host}: of an address of the web, else its scheme. */
  appAt: string;
  app: string;
  openApp: string;
  withoutApp: string;
  otherLanguage: string;
}

const en: Texts = {
  errorTitle: 'Oops!',
  messages: {
    unknown: 'This link does not exist or has expired.',
    quarantined: 'This link led to an address that may harm you. It has been stopped, and nothing was opened.',
    paused: 'The owner of this link has paused it.',
    scheduled: 'This link is not open yet.',
    expired: 'This link has expired.',
    used_up: 'This link has reached its click limit.',
    wrong_domain: 'This link only works on domain {domain}.',
    unavailable: 'This link cannot be opened right now. Please try again in a moment.',
    busy: 'Too many links are being looked up at once. Please try again in a moment.',
    flooding: 'Your network has tried too many links that do not exist. Please try again in a moment.',
    not_allowed: 'This address can only be opened. Nothing can be sent to it.',
    bad_request: 'Invalid link code.',
    blocked: 'Your network address has been blocked. Please contact the administrator.',
  },
  next: {
    unknown: 'Compare its address with the one you were given, letter by letter.',
    quarantined:
      'Do not enter passwords or card numbers on a page that it led you to before. Is it your link? Sign in to see why, and to appeal.',
    paused: 'It may work again later. You can also ask whoever gave it to you.',
    scheduled: 'It opens later. You can also ask whoever gave it to you.',
    expired: 'Ask whoever gave it to you for a new one.',
    used_up: 'Ask whoever gave it to you for a new one.',
  },
  goHome: 'Go home',
  warningTitle: 'This link is unsafe',
  report: 'Report a link',
  passwordTitle: 'Protected Link',
  passwordHelp: 'Enter the password to open this link.',
  passwordLabel: 'Password',
  access: 'Access',
  wrongPassword: 'Incorrect password.',
  throttled: 'Too many attempts. Please try again in {wait}.',
  busy: 'Your password could not be checked yet. Please try again in {wait}.',
  ownVisitsTitle: 'Your visits are not counted',
  ownVisits:
    'In this browser your own visits to your short links on {host} are not counted, for as long as privacy mode is on in your settings.',
  countdownTitle: 'One moment',
  countdown: 'You are being led to {host} in {count} s.',
  goOn: 'Go on now',
  aheadTitle: 'Where this link leads',
  ahead: 'This link leads to {host}.',
  aheadTested: 'This link leads to one of two addresses, by chance.',
  aheadOneOf: 'One of them is at {host}:',
  aheadPassword: 'It is protected. It only says where it leads to people who know its password.',
  aheadApp: 'On this device it first opens {host}',
  aheadDepends: 'Where it leads depends on the visitor. This is the address for you, here and now.',
  aheadMade: 'The link was made on {date}. Its owner can change where it leads.',
  open: 'Go on',
  openItself: 'Open the page itself',
  appTitle: 'Opening the app',
  appAt: 'Its address is at {host}',
  app: 'If it does not open, you are led to {host}.',
  openApp: 'Open the app',
  withoutApp: 'Go on without the app',
  otherLanguage: 'Tiếng Việt',
};

const vi: Texts = {
  errorTitle: 'Rất tiếc!',
  messages: {
    unknown: 'Liên kết này không tồn tại hoặc đã hết hạn.',
    quarantined: 'Liên kết này dẫn đến một địa chỉ có thể gây hại cho bạn. Chúng tôi đã chặn lại và chưa mở gì cả.',
    paused: 'Chủ sở hữu đang tạm dừng liên kết này.',
    scheduled: 'Liên kết này chưa mở.',
    expired: 'Liên kết này đã hết hạn.',
    used_up: 'Liên kết này đã đạt giới hạn lượt nhấp.',
    wrong_domain: 'Liên kết này chỉ hoạt động trên tên miền {domain}.',
    unavailable: 'Hiện chưa mở được liên kết này. Vui lòng thử lại sau giây lát.',
    busy: 'Đang có quá nhiều liên kết được tìm cùng lúc. Vui lòng thử lại sau giây lát.',
    flooding: 'Mạng của bạn đã thử quá nhiều liên kết không tồn tại. Vui lòng thử lại sau giây lát.',
    not_allowed: 'Địa chỉ này chỉ để mở xem, không nhận dữ liệu gửi đến.',
    bad_request: 'Mã liên kết không hợp lệ.',
    blocked: 'Địa chỉ mạng của bạn đã bị chặn. Vui lòng liên hệ quản trị viên.',
  },
  next: {
    unknown: 'Bạn hãy đối chiếu từng ký tự với địa chỉ đã nhận.',
    quarantined:
      'Bạn đừng nhập mật khẩu hay số thẻ trên trang mà liên kết này từng dẫn đến. Nếu đây là liên kết của bạn, hãy đăng nhập để xem lý do và gửi khiếu nại.',
    paused: 'Liên kết có thể hoạt động trở lại sau. Bạn cũng có thể hỏi người đã gửi liên kết cho bạn.',
    scheduled: 'Liên kết sẽ mở sau. Bạn cũng có thể hỏi người đã gửi liên kết cho bạn.',
    expired: 'Bạn hãy xin liên kết mới từ người đã gửi cho bạn.',
    used_up: 'Bạn hãy xin liên kết mới từ người đã gửi cho bạn.',
  },
  goHome: 'Về trang chủ',
  warningTitle: 'Liên kết không an toàn',
  report: 'Báo cáo liên kết',
  passwordTitle: 'Liên kết được bảo vệ',
  passwordHelp: 'Nhập mật khẩu để mở liên kết này.',
  passwordLabel: 'Mật khẩu',
  access: 'Truy cập',
  wrongPassword: 'Mật khẩu không đúng.',
  throttled: 'Bạn đã thử quá nhiều lần. Vui lòng thử lại sau {wait}.',
  busy: 'Chưa kiểm tra được mật khẩu của bạn. Vui lòng thử lại sau {wait}.',
  ownVisitsTitle: 'Lượt truy cập của bạn không được tính',
  ownVisits:
    'Trong trình duyệt này, lượt truy cập của chính bạn vào các liên kết ngắn trên {host} không được tính, chừng nào chế độ riêng tư trong phần cài đặt của bạn còn bật.',
  countdownTitle: 'Chờ một chút',
  countdown: 'Bạn sẽ được đưa đến {host} sau {count} giây.',
  goOn: 'Đi tiếp ngay',
  aheadTitle: 'Liên kết này dẫn đến đâu',
  ahead: 'Liên kết này dẫn đến {host}.',
  aheadTested: 'Liên kết này dẫn đến một trong hai địa chỉ, chọn ngẫu nhiên.',
  aheadOneOf: 'Một địa chỉ ở {host}:',
  aheadPassword: 'Liên kết được bảo vệ. Chỉ người biết mật khẩu mới xem được nơi liên kết dẫn đến.',
  aheadApp: 'Trên thiết bị này, liên kết mở {host} trước',
  aheadDepends: 'Mỗi người truy cập có thể được dẫn đến một nơi khác. Đây là địa chỉ dành cho bạn, ngay lúc này.',
  aheadMade: 'Liên kết được tạo ngày {date}. Chủ sở hữu có thể đổi nơi liên kết dẫn đến.',
  open: 'Đi tiếp',
  openItself: 'Mở chính trang này',
  appTitle: 'Đang mở ứng dụng',
  appAt: 'Địa chỉ của ứng dụng nằm ở {host}',
  app: 'Nếu ứng dụng không mở, bạn sẽ được đưa đến {host}.',
  openApp: 'Mở ứng dụng',
  withoutApp: 'Đi tiếp không cần ứng dụng',
  otherLanguage: 'English',
};

export const texts: Record<Locale, Texts> = { en, vi };
