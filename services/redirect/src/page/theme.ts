/** null: as the visitor's system has it. */
export type Theme = 'light' | 'dark' | null;

const STORED = /(?:^|;\s*)theme=(light|dark)(?:;|$)/;

/** The theme that was chosen in the web app, where that is under the same host. */
export const themeOf = (cookie: string): Theme =>
  cookie === '' ? null : ((STORED.exec(cookie)?.[1] as Theme) ?? null);
