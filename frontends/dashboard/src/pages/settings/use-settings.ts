import { api, body } from '@linkway/kit/api';
import { usePageQuery } from '@linkway/kit/query';

/** By what the settings are known; whoever saves some of them puts the answer there. */
export const SETTINGS = ['settings'];

/** The settings of the account, asked for once for all cards of the page. */
export const useSettings = () => usePageQuery({ queryKey: SETTINGS, queryFn: () => body(api.GET('/api/me/settings')) });
