import type kit from '../locales/kit/en.json';
import type share from '../locales/share/en.json';
import type ui from '../locales/ui/en.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'kit';
    resources: LinkwayTexts;
  }
}

declare global {
  /** English texts by namespace, which every key is checked against. Each project adds its own in `src/locales/texts.d.ts`. */
  interface LinkwayTexts {
    kit: typeof kit;
    share: typeof share;
    ui: typeof ui;
  }
}

export type TextNamespace = keyof LinkwayTexts;

type Fetched<T> = T extends () => Promise<{ default: infer Texts }> ? Texts : T;

/** The English texts of the namespaces that a project registers. */
export type TextsOf<Namespaces extends Record<string, { en: unknown }>> = {
  [Name in keyof Namespaces]: Fetched<Namespaces[Name]['en']>;
};
