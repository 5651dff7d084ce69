import { toast } from '@linkway/kit/base';
import { type Language, setLanguage, translator } from '@linkway/kit/i18n';
import { useLocation, useNavigate } from '@linkway/kit/router';
import { addressed, publicAddress } from './public-address';

/** Changes the language, and the address where it tells one; when the texts do not load, says so and stays. */
export function useChooseLanguage(): (language: Language) => Promise<void> {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  return async (language) => {
    const before = window.location.href;
    try {
      if (!(await setLanguage(language))) return;
    } catch {
      toast(translator('kit')('error.remote_title'), { kind: 'error' });
      return;
    }
    // The texts may have taken their time: who went on meanwhile is not called back.
    const page = window.location.href === before ? addressed(pathname)?.page : undefined;
    if (page) await navigate({ pathname: publicAddress(page, language), search, hash }, { replace: true });
  };
}
