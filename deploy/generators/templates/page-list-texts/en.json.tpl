{
  "page": { "title": "[[pageTitle]]", "text": "Everything of this kind, newest first." },
  "search": "Search",
  "status": { "label": "Status", "all": "All", "active": "Active", "paused": "Paused" },
  "column": { "name": "Name", "created": "Created" },
  "count_one": "{{shown}} entry",
  "count_other": "{{shown}} entries",
  "empty": "There is nothing here yet.",
  "none_found": "Nothing matches. Try another word or status.",
  "failed": "The list could not be loaded"
}
