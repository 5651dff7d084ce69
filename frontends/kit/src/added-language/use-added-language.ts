import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { api, body } from '../api/client';
import { toast } from '../base/toast';
import { currentLanguage, showLanguage, translator } from '../i18n/instance';
import { mayPass, waitAfter } from '../query/back-off';
import { chooseKept, keptAdded, watchAdded } from './kept';
import { showAdded } from './show-added';

/** A language that an administrator has added, by its own name. */
export interface AddedLanguage {
  code: string;
  name: string;
}

/** Names their list, for who changes it. */
export const LANGUAGES = ['languages'];

const useOffered = (enabled = true) =>
  useQuery({
    enabled,
    queryKey: LANGUAGES,
    queryFn: ({ signal }) => body(api.GET('/api/languages', { signal })),
    select: ({ data }) => data.filter(({ built_in }) => !built_in),
  }).data;

/** Those that can be chosen beside the built-in ones; none while nobody knows. */
export const useAddedLanguages = (): readonly AddedLanguage[] => useOffered() ?? [];

/** The code of the one that the page is in; null: it is in a built-in one. */
export function useShownAdded(): string | null {
  const { language } = useTranslation('kit').i18n;
  return language === currentLanguage() ? null : language;
}

/** Makes one the choice of this browser and, once it is told, of the account. Pages of the dashboard follow. */
export const chooseAdded = (code: string): void => chooseKept(code);

/** Keeps the page in the chosen language, as long as that is offered; within the dashboard. */
export function useAddedLanguage(): void {
  const { i18n } = useTranslation('kit');
  const kept = useSyncExternalStore(watchAdded, keptAdded);
  // Who is in a built-in one waits for no list.
  const offered = useOffered(kept !== '');
  const wanted = offered?.find(({ code }) => code === kept);
  const code = wanted?.code;
  const state = wanted?.texts ?? '';
  const isKnown = kept === '' || offered !== undefined;
  const { language } = i18n;
  useEffect(() => {
    if (code !== undefined) {
      // Who chooses a built-in one sees that first, and has chosen it a moment later.
      let timer = window.setTimeout(() => void show(1));
      let isOver = false;
      const show = async (time: number): Promise<void> => {
        try {
          await showAdded(code, state);
        } catch (error) {
          if (isOver) return;
          if (time === 1) toast(translator('kit')('error.remote_title'), { kind: 'error' });
          // That an outage is over is told by nobody.
          if (mayPass(error)) timer = window.setTimeout(() => void show(time + 1), waitAfter(time));
        }
      };
      return () => {
        isOver = true;
        window.clearTimeout(timer);
      };
    }
    // It has been withdrawn, or deleted.
    if (isKnown && language !== currentLanguage()) void showLanguage(currentLanguage()).catch(() => {});
    return undefined;
  }, [code, state, isKnown, language]);
}
