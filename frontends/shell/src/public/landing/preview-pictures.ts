// Taken of a running Linkway by `npm run pictures -w @linkway/e2e`, which keeps to this size (in CSS pixels).
export const size = { width: 1120, height: 898 };

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
