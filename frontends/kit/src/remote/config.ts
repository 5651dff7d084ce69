import { networkProblem, problemOf } from '../api/problem';
import type { Language } from '../i18n/registry';

type Title = Record<Language, string>;

export interface TabGroup {
  key: string;
  title: Title;
}

/** A tab as its remote gives it, checked and put in order by the gateway. */
export interface Tab {
  key: string;
  group: string;
  /** An icon of `kit/ui/icons` in lower case: `line-chart`. */
  icon: string;
  title: Title;
  /** The remote that draws it, through its `./tab` module. */
  remote: string;
  /** Shown to these alone. */
  role?: 'admin';
}

export interface RuntimeConfig {
  /** Name of a remote -> address of its mf-manifest.json. */
  remotes: Record<string, string>;
  groups: TabGroup[];
  tabs: Tab[];
}

/** What the gateway wrote into the page, which is /config.json of that moment. */
export function configOfPage(): RuntimeConfig | null {
  const text = document.getElementById('config')?.textContent;
  return text ? (JSON.parse(text) as RuntimeConfig) : null;
}

const AGAIN_AFTER_MS = 500;

/** A failure is tried once more. Throws ApiProblem. */
export const fetchConfig = (): Promise<RuntimeConfig> =>
  askForConfig().catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
    return askForConfig();
  });

async function askForConfig(): Promise<RuntimeConfig> {
  const response = await fetch('/config.json', { cache: 'no-cache' }).catch(() => {
    throw networkProblem();
  });
  if (!response.ok) throw await problemOf(response);
  return (await response.json()) as RuntimeConfig;
}
