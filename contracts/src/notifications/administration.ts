import { defineNotification, variable } from './define.js';

const SECURITY = '/dashboard?tab=security';

export const threatDetected = defineNotification({
  name: 'threat_detected',
  summary: 'The security centre has found a threat, for administrators. A mail tells of it in any case.',
  path: SECURITY,
  mail: false,
  variables: { threat: variable('threat', 'brute_force'), ip_address: variable('text', '203.0.113.7') },
  texts: {
    en: {
      title: 'Suspicious activity: {{threat}}',
      text: 'From {{ip_address}}. In the security center you can see how it goes on, and block the address.',
    },
    vi: {
      title: 'Hoạt động đáng ngờ: {{threat}}',
      text: 'Từ {{ip_address}}. Trong trung tâm bảo mật, bạn có thể theo dõi diễn biến và chặn địa chỉ này.',
    },
  },
});

export const threatsDetected = defineNotification({
  name: 'threats_detected',
  summary:
    'More threats than are told of one by one within an hour, for administrators. A mail tells of them in any case.',
  path: SECURITY,
  mail: false,
  variables: { count: variable('number', '25') },
  texts: {
    en: {
      title: 'Suspicious activity: more threats ({{count}})',
      text: 'There are more than are told of one by one. The security center shows all of them.',
    },
    vi: {
      title: 'Hoạt động đáng ngờ: thêm mối đe dọa ({{count}})',
      text: 'Có quá nhiều mối đe dọa để báo riêng từng cái. Trung tâm bảo mật hiển thị tất cả.',
    },
  },
});
