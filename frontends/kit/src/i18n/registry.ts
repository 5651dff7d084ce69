import { loadPart } from '../base/load-part';

/** Texts of one namespace in one language, nested by dots in the key. */
export interface Texts {
  [key: string]: string | Texts;
}
export type Language = 'en' | 'vi';
export const languages: readonly Language[] = ['en', 'vi'];

type Loader = () => Promise<{ default: Texts }>;
/** Each namespace brings both languages: texts at hand, or a function that fetches them on first use. */
export type Namespace = Record<Language, Texts | Loader>;

const namespaces = new Map<string, Namespace>();

/** Makes a namespace known; its texts are loaded when a component first asks for them. Registering again changes nothing. */
export function registerNamespaces(added: Record<string, Namespace>): void {
  for (const [name, namespace] of Object.entries(added)) if (!namespaces.has(name)) namespaces.set(name, namespace);
}

/** Texts at hand, or undefined where they must be fetched. */
export function textsAtHand(name: string, language: Language): Texts | undefined {
  const texts = namespaces.get(name)?.[language];
  return typeof texts === 'function' ? undefined : texts;
}

export async function loadTexts(name: string, language: Language): Promise<Texts> {
  const texts = namespaces.get(name)?.[language];
  if (!texts) throw new Error(`No texts are registered for the namespace "${name}"`);
  return typeof texts === 'function' ? (await loadPart(texts)).default : texts;
}

export const namespaceNames = (): string[] => [...namespaces.keys()];
