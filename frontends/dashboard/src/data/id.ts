const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether a text is an id, as the API takes them. */
export const isId = (text: string): boolean => ID.test(text);
