/** Text by key, by namespace. */
export type Texts = Record<string, Record<string, string>>;

/** One text; its key is without the namespace. */
export interface TextPlace {
  readonly namespace: string;
  readonly key: string;
}

/** As files and messages write it. */
export const nameOf = ({ namespace, key }: TextPlace): string => `${namespace}:${key}`;

/** All of them, in their order. */
export const entriesOf = (texts: Texts): (TextPlace & { text: string })[] =>
  Object.entries(texts).flatMap(([namespace, byKey]) =>
    Object.entries(byKey).map(([key, text]) => ({ namespace, key, text })),
  );

// `in` and a plain read would find what every object has, as `constructor`.
export const textAt = (texts: Texts, { namespace, key }: TextPlace): string | undefined =>
  Object.hasOwn(texts, namespace) && Object.hasOwn(texts[namespace] ?? {}, key) ? texts[namespace]?.[key] : undefined;

export function put(texts: Texts, { namespace, key }: TextPlace, text: string): void {
  texts[namespace] ??= {};
  texts[namespace][key] = text;
}
