import { AUTO_DELETE_AFTER_DAYS } from '../rules/links.js';
import { defineNotification, variable } from './define.js';

export const monthlyLimitReached = defineNotification({
  name: 'monthly_limit_reached',
  summary: 'A link was refused, as those of the month are used up.',
  path: '/dashboard?tab=overview',
  mail: true,
  variables: { limit: variable('number', '50') },
  texts: {
    en: {
      title: 'All links of this month are used',
      text: 'You have made {{limit}} links, which is as many as your plan has in a month. Your links go on working; new ones can be made next month.',
    },
    vi: {
      title: 'Bạn đã dùng hết số liên kết của tháng này',
      text: 'Bạn đã tạo {{limit}} liên kết, là số tối đa mỗi tháng của gói. Các liên kết hiện có vẫn hoạt động; tháng sau bạn lại tạo được liên kết mới.',
    },
  },
});

export const expiredLinksDeleted = defineNotification({
  name: 'expired_links_deleted',
  summary: 'Links that had expired were deleted, as their owner has chosen.',
  path: '/dashboard?tab=my-links',
  mail: true,
  variables: { count: variable('number', '3') },
  texts: {
    en: {
      title: 'Expired links deleted: {{count}}',
      text: `They had expired more than ${AUTO_DELETE_AFTER_DAYS} days ago, and your settings say that such links are deleted.`,
    },
    vi: {
      title: 'Đã xóa liên kết hết hạn: {{count}}',
      text: `Các liên kết này đã hết hạn hơn ${AUTO_DELETE_AFTER_DAYS} ngày, và cài đặt của bạn cho phép xóa những liên kết như vậy.`,
    },
  },
});

export const scheduledChangeFailed = defineNotification({
  name: 'scheduled_change_failed',
  summary: 'A change of a link that was planned could not be made at its time.',
  path: '/dashboard?tab=my-links',
  mail: true,
  variables: { link: variable('text', 'go.example.com/summer') },
  texts: {
    en: {
      title: 'A planned change of {{link}} was not made',
      text: 'The link is as it was before. Its history says what kept the change from being made.',
    },
    vi: {
      title: 'Không thực hiện được thay đổi đã hẹn của {{link}}',
      text: 'Liên kết vẫn giữ nguyên như trước. Lịch sử của liên kết cho biết lý do.',
    },
  },
});
