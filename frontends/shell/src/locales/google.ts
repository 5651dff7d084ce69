import en from './google/en.json' with { type: 'json' };
import vi from './google/vi.json' with { type: 'json' };

/** They come with what Google sends the browser back to: the first script says nothing of them. */
export const googleTexts = { google: { en, vi } };
