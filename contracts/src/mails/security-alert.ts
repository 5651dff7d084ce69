import type { Locale } from '../envelope.js';
import type { ThreatType } from '../rules/threats.js';
import { defineMail, linkVariable, textVariable, timeVariable } from './define.js';
import { letter } from './letter.js';

/** What a threat is called in a mail. */
export const threatNames: Readonly<Record<Locale, Readonly<Record<ThreatType, string>>>> = {
  en: {
    brute_force: 'many wrong passwords',
    spam: 'many new accounts',
    ddos: 'a flood of requests',
    malicious_link: 'many malicious links, all refused',
    lock_out: 'an account locked by wrong passwords',
  },
  vi: {
    brute_force: 'nhiều lần nhập sai mật khẩu',
    spam: 'nhiều tài khoản mới',
    ddos: 'yêu cầu dồn dập',
    malicious_link: 'nhiều liên kết độc hại, đều bị từ chối',
    lock_out: 'tài khoản bị khóa do nhập sai mật khẩu',
  },
};

export const securityAlert = defineMail({
  name: 'security_alert',
  summary: 'Tells administrators that the security centre has found a threat.',
  variables: {
    user_name: textVariable('Nguyễn An'),
    threat: textVariable('many wrong passwords'),
    ip_address: textVariable('203.0.113.7'),
    first_seen: timeVariable('2030-01-31T09:00:00Z'),
    security_link: linkVariable('https://linkway.example/dashboard?tab=security', false),
  },
  texts: {
    en: letter({
      subject: 'Suspicious activity: {{threat}}',
      lines: [
        'Hello {{user_name}},',
        'Linkway has noticed suspicious activity: {{threat}}, from {{ip_address}}, since {{first_seen}}.',
        'In the security center you can see how it goes on, and block the address.',
        { button: 'Open the security center', to: 'security_link' },
      ],
    }),
    vi: letter({
      subject: 'Hoạt động đáng ngờ: {{threat}}',
      lines: [
        'Xin chào {{user_name}},',
        'Linkway phát hiện hoạt động đáng ngờ: {{threat}}, từ {{ip_address}}, kể từ {{first_seen}}.',
        'Trong trung tâm bảo mật, bạn có thể theo dõi diễn biến và chặn địa chỉ này.',
        { button: 'Mở trung tâm bảo mật', to: 'security_link' },
      ],
    }),
  },
});

export const securityAlertSummary = defineMail({
  name: 'security_alert_summary',
  summary: 'Tells administrators of more threats than are told of one by one within an hour.',
  variables: {
    user_name: textVariable('Nguyễn An'),
    count: textVariable('25'),
    security_link: linkVariable('https://linkway.example/dashboard?tab=security', false),
  },
  texts: {
    en: letter({
      subject: 'Suspicious activity: more threats ({{count}})',
      lines: [
        'Hello {{user_name}},',
        'Linkway has found more threats than are told of one by one. Beyond those that you know already: {{count}}.',
        { button: 'Open the security center', to: 'security_link' },
      ],
    }),
    vi: letter({
      subject: 'Hoạt động đáng ngờ: thêm mối đe dọa ({{count}})',
      lines: [
        'Xin chào {{user_name}},',
        'Linkway phát hiện nhiều mối đe dọa đến mức không báo riêng từng cái. Ngoài những mối đã báo, còn có: {{count}}.',
        { button: 'Mở trung tâm bảo mật', to: 'security_link' },
      ],
    }),
  },
});
