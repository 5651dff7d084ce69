{
  "page": { "title": "[[pageTitle]]", "text": "Tất cả mục thuộc loại này, mới nhất trước." },
  "search": "Tìm kiếm",
  "status": { "label": "Trạng thái", "all": "Tất cả", "active": "Đang hoạt động", "paused": "Tạm dừng" },
  "column": { "name": "Tên", "created": "Ngày tạo" },
  "count_other": "{{shown}} mục",
  "empty": "Chưa có mục nào.",
  "none_found": "Không tìm thấy mục nào. Thử từ khác hoặc trạng thái khác.",
  "failed": "Không tải được danh sách"
}
