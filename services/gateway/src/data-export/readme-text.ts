import type { ExportedTable, ExportingService, Locale } from '@linkway/contracts';

type Table = { [S in ExportingService]: ExportedTable<S> }[ExportingService];

interface Texts {
  /** `{email}`, `{time}`. */
  readonly head: string;
  readonly forms: string;
  readonly profile: string;
  readonly settings: string;
  readonly avatar: string;
  readonly tables: Record<Table, string>;
  readonly absent: string;
}

/** What each file is, for whoever opens the archive. */
export const readmeTexts: Record<Locale, Texts> = {
  en: {
    head: 'Your data at Linkway\n\nAccount: {email}\nExported: {time} (UTC)\n\nThis archive has everything that Linkway holds about your account.',
    forms:
      'Lists are here twice: as CSV for spreadsheets (UTF-8, commas) and as JSON for programs. All times are UTC, as in 2026-01-31T23:59:59.000Z. In CSV, text that a spreadsheet would take for a formula begins with an apostrophe.',
    profile: 'Your name, email address, phone number, plan and when your account was created.',
    settings: 'What you have chosen: language, display, time zone, links, and whether two-factor authentication is on.',
    avatar: 'Your picture.',
    tables: {
      sessions: 'Where you are or were signed in lately, with browser, address and times.',
      known_devices: 'When browsers that you have signed in with before were used last.',
      google_accounts: 'Google accounts that open your account.',
      api_keys: 'Your API keys by name, permissions, domains and dates. The keys themselves are not stored.',
      mails: 'Emails that Linkway sent or tried to send to you. Their contents are not kept.',
      push_browsers:
        'Browsers that notifications are pushed to, with the address of their push service. Their keys are not here.',
      notifications: 'What you were told of in the app in the last 90 days, and when you read it.',
      links:
        'Your short links with all that is set for them, also paused and expired ones. Passwords are stored as a digest and are not here.',
      link_versions:
        'What was changed of your links, by whom and when, as far as it is kept. Passwords are not here, only that one was set, changed or taken off.',
      scheduled_changes: 'Changes of your links that are planned, and those whose time has passed in the last 90 days.',
      reserved_codes: 'Codes of links that you deleted or renamed. They lead nowhere and stay reserved for you.',
      monthly_usage: 'How many links you made in each month.',
      utm_templates: 'Your templates of campaign parameters.',
      campaigns: 'Your campaigns, with their budgets in minor units such as cents. Links name theirs in campaign_id.',
      appeals: 'Appeals that you made against the quarantine of links, with their answers.',
      webhooks: 'Your webhooks, without their secrets.',
      clicks:
        'Every click on your links, by day: when, from which country and city, with which device, browser and system, and from which page. Bots and previews have another kind than human. Visitors cannot be told apart: neither their addresses nor anything else that names them is here.',
      account_history:
        'What you did that matters for the security of your account, and what others did to it. Who the others are is not told.',
    },
    absent:
      'Not in here: passwords, secrets of authenticators, recovery codes and API keys, which are stored as digests or sealed, and short-lived counters that guard against abuse.',
  },
  vi: {
    head: 'Dữ liệu của bạn tại Linkway\n\nTài khoản: {email}\nThời điểm xuất: {time} (UTC)\n\nTệp nén này chứa mọi thứ Linkway lưu về tài khoản của bạn.',
    forms:
      'Mỗi danh sách có hai bản: CSV cho bảng tính (UTF-8, dấu phẩy) và JSON cho chương trình. Mọi thời gian đều theo UTC, ví dụ 2026-01-31T23:59:59.000Z. Trong CSV, nội dung mà bảng tính có thể hiểu là công thức bắt đầu bằng dấu nháy đơn.',
    profile: 'Họ tên, địa chỉ email, số điện thoại, gói dịch vụ và thời điểm tạo tài khoản.',
    settings: 'Những gì bạn đã chọn: ngôn ngữ, giao diện, múi giờ, liên kết, và xác thực hai bước có bật hay không.',
    avatar: 'Ảnh đại diện của bạn.',
    tables: {
      sessions: 'Những nơi bạn đang hoặc vừa đăng nhập, kèm trình duyệt, địa chỉ và thời gian.',
      known_devices: 'Lần dùng gần nhất của các trình duyệt bạn từng đăng nhập.',
      google_accounts: 'Các tài khoản Google dùng để vào tài khoản của bạn.',
      api_keys: 'Các API key theo tên, quyền, tên miền và ngày tháng. Bản thân khóa không được lưu.',
      mails: 'Các email Linkway đã gửi hoặc đã thử gửi cho bạn. Nội dung không được giữ lại.',
      push_browsers: 'Các trình duyệt nhận thông báo đẩy, kèm địa chỉ dịch vụ đẩy. Khóa của chúng không có ở đây.',
      notifications: 'Những gì ứng dụng đã thông báo cho bạn trong 90 ngày qua, và lúc bạn đọc.',
      links:
        'Các liên kết ngắn của bạn với mọi thiết lập, kể cả liên kết tạm dừng và hết hạn. Mật khẩu chỉ được lưu dưới dạng băm và không có ở đây.',
      link_versions:
        'Những gì đã thay đổi ở các liên kết của bạn, do ai và lúc nào, trong phạm vi còn lưu. Không có mật khẩu, chỉ ghi việc đặt, đổi hoặc gỡ mật khẩu.',
      scheduled_changes: 'Các thay đổi bạn đã hẹn giờ, và những thay đổi đã đến hạn trong 90 ngày qua.',
      reserved_codes: 'Mã của các liên kết bạn đã xóa hoặc đổi tên. Chúng không dẫn đến đâu và vẫn được giữ cho bạn.',
      monthly_usage: 'Số liên kết bạn đã tạo trong từng tháng.',
      utm_templates: 'Các mẫu tham số chiến dịch của bạn.',
      campaigns:
        'Các chiến dịch của bạn, ngân sách tính bằng đơn vị nhỏ nhất như xu. Liên kết ghi chiến dịch của nó ở campaign_id.',
      appeals: 'Các khiếu nại bạn đã gửi khi liên kết bị cách ly, kèm câu trả lời.',
      webhooks: 'Các webhook của bạn, không kèm khóa bí mật.',
      clicks:
        'Mọi lượt nhấp vào liên kết của bạn, theo ngày: khi nào, từ quốc gia và thành phố nào, bằng thiết bị, trình duyệt và hệ điều hành nào, từ trang nào. Bot và lượt xem trước có loại (kind) khác human. Không thể phân biệt từng khách: địa chỉ của họ hay bất cứ thứ gì gọi tên họ đều không có ở đây.',
      account_history:
        'Những việc bạn đã làm có ý nghĩa với bảo mật của tài khoản, và những gì người khác đã làm với nó. Không nêu người khác là ai.',
    },
    absent:
      'Không có ở đây: mật khẩu, khóa bí mật của ứng dụng xác thực, mã khôi phục và API key, vốn chỉ được lưu dưới dạng băm hoặc niêm phong, cùng các bộ đếm ngắn hạn chống lạm dụng.',
  },
};
