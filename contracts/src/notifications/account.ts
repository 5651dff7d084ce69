import { defineNotification, variable } from './define.js';

const SETTINGS = '/dashboard?tab=settings';
const PROFILE = '/dashboard?tab=profile';
const API = '/dashboard?tab=api';

export const signInNewDevice = defineNotification({
  name: 'sign_in_new_device',
  summary: 'The account was entered with a browser that it was not entered with before.',
  path: SETTINGS,
  mail: true,
  variables: {
    browser: variable('agent', 'chrome'),
    os: variable('agent', 'windows'),
    ip_address: variable('text', '203.0.113.7'),
  },
  texts: {
    en: {
      title: 'New sign-in to your account',
      text: 'Browser: {{browser}}, system: {{os}}, address: {{ip_address}}. If it was not you, sign that device out and change your password.',
    },
    vi: {
      title: 'Đăng nhập mới vào tài khoản của bạn',
      text: 'Trình duyệt: {{browser}}, hệ điều hành: {{os}}, địa chỉ: {{ip_address}}. Nếu không phải bạn, hãy đăng xuất thiết bị đó và đổi mật khẩu.',
    },
  },
});

export const passwordChangedNotification = defineNotification({
  name: 'password_changed',
  summary: 'The password is another one now. A mail tells of it in any case.',
  path: PROFILE,
  mail: false,
  variables: {},
  texts: {
    en: {
      title: 'Your password was changed',
      text: 'All other devices are signed out. If it was not you, choose a new password at once.',
    },
    vi: {
      title: 'Mật khẩu của bạn đã được thay đổi',
      text: 'Mọi thiết bị khác đã bị đăng xuất. Nếu không phải bạn, hãy đặt mật khẩu mới ngay.',
    },
  },
});

export const twoFactorEnabledNotification = defineNotification({
  name: 'two_factor_enabled',
  summary: 'Two-factor authentication is on. A mail tells of it in any case.',
  path: PROFILE,
  mail: false,
  variables: {},
  texts: {
    en: {
      title: 'Two-factor authentication is on',
      text: 'From now on a sign-in asks for a code of your authenticator app, too.',
    },
    vi: {
      title: 'Đã bật xác thực hai bước',
      text: 'Từ nay, khi đăng nhập bạn cần nhập thêm mã từ ứng dụng xác thực.',
    },
  },
});

export const twoFactorDisabledNotification = defineNotification({
  name: 'two_factor_disabled',
  summary: 'Two-factor authentication is off. A mail tells of it in any case.',
  path: PROFILE,
  mail: false,
  variables: {},
  texts: {
    en: {
      title: 'Two-factor authentication is off',
      text: 'Your password alone opens your account now. If it was not you, change it and turn two-factor authentication on again.',
    },
    vi: {
      title: 'Đã tắt xác thực hai bước',
      text: 'Giờ chỉ cần mật khẩu là vào được tài khoản của bạn. Nếu không phải bạn, hãy đổi mật khẩu và bật lại xác thực hai bước.',
    },
  },
});

export const recoveryCodesRenewedNotification = defineNotification({
  name: 'recovery_codes_renewed',
  summary: 'There are other recovery codes. A mail tells of it in any case.',
  path: PROFILE,
  mail: false,
  variables: {},
  texts: {
    en: {
      title: 'New recovery codes were made',
      text: 'The former codes do not work any more. If it was not you, change your password.',
    },
    vi: {
      title: 'Đã tạo mã khôi phục mới',
      text: 'Các mã trước đây không còn dùng được. Nếu không phải bạn, hãy đổi mật khẩu.',
    },
  },
});

export const recoveryCodeUsedNotification = defineNotification({
  name: 'recovery_code_used',
  summary: 'Somebody signed in with a recovery code. A mail tells of it in any case.',
  path: PROFILE,
  mail: false,
  variables: { codes_left: variable('number', '7') },
  texts: {
    en: {
      title: 'A recovery code was used to sign in',
      text: 'Codes left: {{codes_left}}. If it was not you, change your password and make new codes.',
    },
    vi: {
      title: 'Một mã khôi phục đã được dùng để đăng nhập',
      text: 'Số mã còn lại: {{codes_left}}. Nếu không phải bạn, hãy đổi mật khẩu và tạo mã mới.',
    },
  },
});

export const googleLinkedNotification = defineNotification({
  name: 'google_linked',
  summary: 'A Google account opens the account from now on. A mail tells of it in any case.',
  path: PROFILE,
  mail: false,
  variables: {},
  texts: {
    en: {
      title: 'A Google account was linked',
      text: 'It opens your account from now on. If it was not you, change your password.',
    },
    vi: {
      title: 'Đã liên kết một tài khoản Google',
      text: 'Từ nay tài khoản Google đó mở được tài khoản của bạn. Nếu không phải bạn, hãy đổi mật khẩu.',
    },
  },
});

export const apiKeyCreated = defineNotification({
  name: 'api_key_created',
  summary: 'An API key was made.',
  path: API,
  mail: true,
  variables: { key_name: variable('text', 'CI'), last_characters: variable('text', 'a1B2') },
  texts: {
    en: {
      title: 'API key created: {{key_name}}',
      text: 'The key that ends in {{last_characters}} can use your account now. If it was not you, delete it.',
    },
    vi: {
      title: 'Đã tạo API key: {{key_name}}',
      text: 'Khóa kết thúc bằng {{last_characters}} giờ dùng được tài khoản của bạn. Nếu không phải bạn, hãy xóa khóa đó.',
    },
  },
});

export const apiKeyDeleted = defineNotification({
  name: 'api_key_deleted',
  summary: 'An API key was deleted.',
  path: API,
  mail: true,
  variables: { key_name: variable('text', 'CI'), last_characters: variable('text', 'a1B2') },
  texts: {
    en: {
      title: 'API key deleted: {{key_name}}',
      text: 'Requests with the key that ends in {{last_characters}} are refused from now on.',
    },
    vi: {
      title: 'Đã xóa API key: {{key_name}}',
      text: 'Từ nay, yêu cầu dùng khóa kết thúc bằng {{last_characters}} sẽ bị từ chối.',
    },
  },
});

export const impersonated = defineNotification({
  name: 'impersonated',
  summary: 'An administrator began to act as the user.',
  path: PROFILE,
  mail: true,
  variables: {},
  texts: {
    en: {
      title: 'An administrator opened your account',
      text: 'They can see and do what you can for up to an hour, but cannot change your password or settings. Everything they change is recorded.',
    },
    vi: {
      title: 'Quản trị viên đã mở tài khoản của bạn',
      text: 'Trong tối đa một giờ, họ xem và làm được những gì bạn làm được, nhưng không đổi được mật khẩu hay cài đặt của bạn. Mọi thay đổi của họ đều được ghi lại.',
    },
  },
});

export const planEnded = defineNotification({
  name: 'plan_ended',
  summary: 'The time of a plan is over, and the account is basic.',
  path: '/dashboard?tab=overview',
  mail: true,
  variables: { monthly_links_limit: variable('number', '50') },
  texts: {
    en: {
      title: 'Your plan has ended',
      text: 'Your account is on the Basic plan now: {{monthly_links_limit}} links a month. Your links stay as they are.',
    },
    vi: {
      title: 'Gói dịch vụ của bạn đã hết hạn',
      text: 'Tài khoản của bạn hiện dùng gói Cơ bản: {{monthly_links_limit}} liên kết mỗi tháng. Các liên kết của bạn vẫn giữ nguyên.',
    },
  },
});
