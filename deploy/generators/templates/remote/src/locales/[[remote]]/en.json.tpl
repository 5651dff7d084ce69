{
  "page": {
    "title": "[[remoteTitle]]",
    "text": "This page has no content yet."
  }
}
