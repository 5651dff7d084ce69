import en from './report/en.json' with { type: 'json' };
import vi from './report/vi.json' with { type: 'json' };

/** They come with their page: the first script says nothing of it. */
export const reportTexts = { report: { en, vi } };
