import { registerNamespaces } from '@linkway/kit/i18n';
import { namespaces } from './locales';
import { pages } from './pages';
import { TwoFactorFirst } from './two-factor-first/two-factor-first';

registerNamespaces(namespaces);

/** What the shell shows for a tab of this remote. */
export default function Tab({ tab }: { tab: string }) {
  const Page = pages[tab];
  if (!Page) throw new Error(`This remote has no page "${tab}"`);
  return (
    <TwoFactorFirst>
      <Page />
    </TwoFactorFirst>
  );
}
