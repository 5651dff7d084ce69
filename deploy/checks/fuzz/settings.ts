const LINK_PATHS = ['/api/links/{id}', '/api/links/{id}/analytics'];
/** With made-up ones alone hardly a link would ever be made. */
const ADDRESSES = [
  'https://example.com/a',
  'https://example.com/a?b=c#d',
  'http://xn--bcher-kva.example/',
  'example.com',
];
const OFTEN = 0.7;

const list = (values: readonly string[]): string => `[${values.map((value) => JSON.stringify(value)).join(', ')}]`;

/** Schemathesis's own settings: values that lead further than made-up ones do. */
export const settings = (links: readonly string[]): string => `[dictionaries]
links = { values = ${list(links)} }
addresses = { values = ${list(ADDRESSES)} }
languages = { values = ["en", "vi"] }
mails = { values = ["confirmation", "invitation"] }

[parameters]
"body.url" = { dictionary = "addresses", probability = ${OFTEN} }
"path.language" = { dictionary = "languages", probability = ${OFTEN} }
"path.name" = { dictionary = "mails", probability = ${OFTEN} }

[[operations]]
include-path = ${list(LINK_PATHS)}
parameters = { "path.id" = { dictionary = "links", probability = ${OFTEN} } }
`;
