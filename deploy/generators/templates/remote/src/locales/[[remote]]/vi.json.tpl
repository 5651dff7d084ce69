{
  "page": {
    "title": "[[remoteTitle]]",
    "text": "Trang này chưa có nội dung."
  }
}
