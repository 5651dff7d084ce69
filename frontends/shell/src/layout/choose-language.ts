import { toast } from '@linkway/kit/base';
import { type Language, setLanguage, translator } from '@linkway/kit/i18n';
import { useNavigate } from '@linkway/kit/router';
import { addressed, publicAddress } from './public-address';

/** Changes the language, and the address where it tells one; when the texts do not load, says so and stays. */
export function useChooseLanguage(): (language: Language) => Promise<void> {
  const navigate = useNavigate();
  return async (language) => {
    try {
      if (!(await setLanguage(language))) return;
    } catch {
      toast(translator('kit')('kit:error.remote_title'), { kind: 'error' });
      return;
    }
    // Where one is now: the texts may have taken their time.
    const { pathname, search, hash } = window.location;
    const page = addressed(pathname)?.page;
    if (page) await navigate({ pathname: publicAddress(page, language), search, hash }, { replace: true });
  };
}
