import { PartDown, startNonce } from '@linkway/kit/base';
import { type Language, languages, registerNamespaces, startI18n, withTexts } from '@linkway/kit/i18n';
import { resumeSession } from '@linkway/kit/session';
import { startTheme } from '@linkway/kit/theme';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app';
import { addressed } from './layout/public-address';
import { namespaces } from './locales';

const root = document.getElementById('root');
/** The build has drawn the page already, in the language of the document. */
const drawn = root?.dataset.drawn !== undefined;

startNonce();
startTheme();
registerNamespaces(namespaces);
const told = () => addressed(window.location.pathname)?.language;
await startI18n(drawn ? documentLanguage() : told(), () => told() === undefined);
void resumeSession();
// What does not load now is asked for again by the page, which says so.
await withTexts('public', async () => {})().catch(() => {});

if (root && drawn) hydrateRoot(root, <App />, { onRecoverableError });
else if (root) createRoot(root).render(<App />);

function documentLanguage(): Language | undefined {
  return languages.find((language) => language === document.documentElement.lang);
}

/** A part that did not load says so itself, in its place. */
function onRecoverableError(error: unknown): void {
  if (!((error as Error).cause instanceof PartDown)) reportError(error);
}
