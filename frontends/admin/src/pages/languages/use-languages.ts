import { TEXTS_FILE_TYPE } from '@linkway/contracts/rules';
import { api, body, type ImportSummary, type LanguageEntry, type LanguageText } from '@linkway/kit/api';
import { loadPart } from '@linkway/kit/base';
import { keepPreviousData, usePageQuery, useQueryClient } from '@linkway/kit/query';
import { LANGUAGES as OFFERED } from '@linkway/kit/ui';
import type { TextQuery } from './texts/text-query';
import { PAGE_SIZE } from './texts/text-query';

const ALL = ['all-languages'];
const TEXTS = ['language-texts'];
/** The list of the menu is kept by gateways for two seconds, and by a browser for five. */
const KNOWN_AFTER_MS = 7_500;

/** Every language, those that come with Linkway first. */
export const useLanguages = () =>
  usePageQuery({
    queryKey: ALL,
    queryFn: ({ signal }) => body(api.GET('/api/admin/languages', { signal })),
  });

/** One page of the texts of a language; the one before stays on the screen until the next is there. */
export const useTexts = (code: string, { page, search, state, namespace }: TextQuery) =>
  usePageQuery({
    queryKey: [...TEXTS, code, { page, search, state, namespace }],
    queryFn: ({ signal }) => {
      const query = { page, limit: PAGE_SIZE, state, ...(search && { search }), ...(namespace && { namespace }) };
      return body(api.GET('/api/admin/languages/{code}/texts', { params: { path: { code }, query }, signal }));
    },
    placeholderData: keepPreviousData,
  });

/** What changes languages; afterwards every list of them is asked for anew, that of the menu, too. */
export function useLanguageActs() {
  const client = useQueryClient();
  const anew = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } finally {
      for (const queryKey of [ALL, TEXTS]) void client.invalidateQueries({ queryKey });
      window.setTimeout(() => void client.invalidateQueries({ queryKey: OFFERED }), KNOWN_AFTER_MS);
    }
  };
  return {
    add: (sent: { code: string; name: string }): Promise<LanguageEntry> =>
      anew(body(api.POST('/api/admin/languages', { body: sent }))),
    change: (code: string, sent: { name?: string; is_active?: boolean }): Promise<LanguageEntry> =>
      anew(body(api.PATCH('/api/admin/languages/{code}', { params: { path: { code } }, body: sent }))),
    remove: async (code: string): Promise<void> => {
      await anew(body(api.DELETE('/api/admin/languages/{code}', { params: { path: { code } } })));
    },
    setText: (code: string, sent: { namespace: string; key: string; text: string }): Promise<LanguageText> =>
      anew(body(api.PUT('/api/admin/languages/{code}/texts', { params: { path: { code } }, body: sent }))),
    /** What a file would change. */
    check: (code: string, file: File): Promise<ImportSummary> => body(send(code, file, { dry_run: 'true' })),
    take: (code: string, file: File, { version }: ImportSummary): Promise<ImportSummary> =>
      anew(body(send(code, file, { dry_run: 'false', version }))),
  };
}

const send = (code: string, file: File, query: { dry_run: 'true' | 'false'; version?: number }) =>
  api.PUT('/api/admin/languages/{code}/file', {
    params: { path: { code }, query },
    body: file,
    bodySerializer: (texts: Blob) => texts,
    headers: { 'content-type': TEXTS_FILE_TYPE },
  });

/** Saves the texts of a language. Not as a link: what the API refuses would be saved as well. */
export async function exportLanguage(code: string): Promise<void> {
  const { saveFile } = await loadPart(() => import('../logs/save-file'));
  const asked = { params: { path: { code } }, parseAs: 'blob' } as const;
  saveFile(await body(api.GET('/api/admin/languages/{code}/file', asked)), `linkway-${code}.json`);
}
