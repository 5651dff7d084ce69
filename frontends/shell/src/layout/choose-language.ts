import { toast } from '@linkway/kit/base';
import { type Language, setLanguage, translator } from '@linkway/kit/i18n';

/** Changes the language; when its texts do not load, says so and stays. */
export async function chooseLanguage(language: Language): Promise<void> {
  try {
    await setLanguage(language);
  } catch {
    toast(translator('kit')('kit:error.remote_title'), { kind: 'error' });
  }
}
