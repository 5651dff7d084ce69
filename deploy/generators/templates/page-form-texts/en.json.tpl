{
  "page": { "title": "[[pageTitle]]", "text": "Fill in the form and save it." },
  "url": "Destination",
  "url_required": "Enter where it leads.",
  "title": "Title",
  "submit": "Save",
  "saved": "Saved",
  "failed": "This could not be saved"
}
