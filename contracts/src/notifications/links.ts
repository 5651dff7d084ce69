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

export const linkQuarantined = defineNotification({
  name: 'link_quarantined',
  summary: 'A link was quarantined, as it leads to an address that is blocked.',
  path: '/dashboard?tab=my-links',
  mail: true,
  variables: { link: variable('text', 'go.example.com/abc'), address: variable('text', 'example.com') },
  texts: {
    en: {
      title: 'A link of yours is in quarantine: {{link}}',
      text: 'It leads to {{address}}, which is blocked here. Visitors see a warning in its place; nothing is deleted. Under My links you see why. Change the destination, or appeal there if this is a mistake.',
    },
    vi: {
      title: 'Một liên kết của bạn đang bị cách ly: {{link}}',
      text: 'Liên kết dẫn đến {{address}}, địa chỉ đang bị chặn tại đây. Người truy cập sẽ thấy trang cảnh báo; không có gì bị xóa. Bạn xem lý do trong mục Liên kết của tôi, rồi đổi địa chỉ đích hoặc gửi khiếu nại tại đó nếu có nhầm lẫn.',
    },
  },
});

export const linkReleased = defineNotification({
  name: 'link_released',
  summary: 'A link that was quarantined works again.',
  path: '/dashboard?tab=my-links',
  mail: true,
  variables: { link: variable('text', 'go.example.com/abc') },
  texts: {
    en: {
      title: 'Out of quarantine: {{link}}',
      text: 'Visitors are led to its destination again.',
    },
    vi: {
      title: 'Đã hết cách ly: {{link}}',
      text: 'Người truy cập lại được dẫn đến địa chỉ đích của liên kết.',
    },
  },
});

export const appealRefused = defineNotification({
  name: 'link_appeal_refused',
  summary: 'An administrator refused an appeal: the link stays in quarantine.',
  path: '/dashboard?tab=my-links',
  mail: true,
  variables: { link: variable('text', 'go.example.com/abc') },
  texts: {
    en: {
      title: 'Your appeal was refused: {{link}}',
      text: 'The link stays in quarantine. Under My links you find the answer. Change the destination to have it work again.',
    },
    vi: {
      title: 'Khiếu nại của bạn bị từ chối: {{link}}',
      text: 'Liên kết vẫn bị cách ly. Bạn xem câu trả lời trong mục Liên kết của tôi. Hãy đổi địa chỉ đích để liên kết hoạt động lại.',
    },
  },
});
