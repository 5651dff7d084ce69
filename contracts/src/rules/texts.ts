/** They turn around the letters after them, of other texts, too, until something ends that; none is a letter of any language. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * A text without the characters that embed, override or isolate a direction. Arabic and Hebrew are written without them, and the marks
 * of a direction (U+200E, U+200F, U+061C), which reach no further than themselves, stay.
 */
export const withoutBidiControls = (text: string): string => text.replace(BIDI_CONTROLS, '');

// U+2800 is a braille cell without dots.
const SEEN = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Something of it is seen: it is neither blanks nor characters without a form alone. */
export const isSeen = (text: string): boolean => SEEN.test(text);

/** A text of which nothing is seen is none. */
export const seenText = (text: string): string => (isSeen(text) ? text : '');
