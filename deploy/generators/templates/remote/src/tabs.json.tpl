{
  "groups": [],
  "tabs": [
    {
      "key": "[[remote]]",
      "group": "links",
      "icon": "appstore",
      "order": 100,
      "title": { "en": "[[remoteTitle]]", "vi": "[[remoteTitle]]" }
    }
  ]
}
