{
  "page": { "title": "[[pageTitle]]", "text": "Điền biểu mẫu rồi lưu lại." },
  "url": "Trang đích",
  "url_required": "Nhập địa chỉ trang đích.",
  "title": "Tiêu đề",
  "submit": "Lưu",
  "saved": "Đã lưu",
  "failed": "Không lưu được"
}
