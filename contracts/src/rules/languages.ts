/** Languages that come with the product: always there, always complete. */
export const builtInLanguages = [
  { code: 'en', name: 'English' },
  { code: 'vi', name: 'Tiếng Việt' },
] as const;

export const MAX_LANGUAGES = 50;
/** Of what a language is called by those who speak it. */
export const MAX_LANGUAGE_NAME = 60;
/** Of one text, in UTF-16 units. */
export const MAX_TEXT_LENGTH = 5_000;
/** Within one message of NATS, which are of 1 MB where nothing else is set. */
export const MAX_TEXTS_FILE_BYTES = 512 * 1024;
/** Of the same file as a message carries it: quotes and ends of lines take twice as much there. */
export const MAX_TEXTS_MESSAGE_BYTES = 900 * 1024;
/** A file of texts, as the API takes it; its content is JSON. */
export const TEXTS_FILE_TYPE = 'application/vnd.linkway.texts+json';
