// Taken of a running Linkway by `npm run pictures -w @linkway/e2e`, which keeps to these sizes (in CSS pixels).
export const size = { width: 1120, height: 898 };
/** Of a phone's own screen, for phones: the wide one would be too small to read there. */
export const phoneSize = { width: 390, height: 730 };

export const pictures = {
  en: {
    light: new URL('./analytics-en-light.webp', import.meta.url),
    dark: new URL('./analytics-en-dark.webp', import.meta.url),
  },
  vi: {
    light: new URL('./analytics-vi-light.webp', import.meta.url),
    dark: new URL('./analytics-vi-dark.webp', import.meta.url),
  },
};

export const phonePictures = {
  en: {
    light: new URL('./phone-en-light.webp', import.meta.url),
    dark: new URL('./phone-en-dark.webp', import.meta.url),
  },
  vi: {
    light: new URL('./phone-vi-light.webp', import.meta.url),
    dark: new URL('./phone-vi-dark.webp', import.meta.url),
  },
};
