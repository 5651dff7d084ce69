import en from './recovery/en.json' with { type: 'json' };
import vi from './recovery/vi.json' with { type: 'json' };

/** They come with their pages: the first script says nothing of them. */
export const recoveryTexts = { recovery: { en, vi } };
