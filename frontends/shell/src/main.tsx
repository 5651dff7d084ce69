import { startNonce } from '@linkway/kit/base';
import { registerNamespaces, startI18n } from '@linkway/kit/i18n';
import { resumeSession } from '@linkway/kit/session';
import { startTheme } from '@linkway/kit/theme';
import { createRoot } from 'react-dom/client';
import { App } from './app';
import { namespaces } from './locales';

startNonce();
startTheme();
registerNamespaces(namespaces);
await startI18n();
void resumeSession();

const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
