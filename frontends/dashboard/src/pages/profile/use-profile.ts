import { api, body } from '@linkway/kit/api';
import { usePageQuery } from '@linkway/kit/query';

export const PROFILE = ['profile'];

export const useProfile = () =>
  usePageQuery({ queryKey: PROFILE, queryFn: () => body(api.GET('/api/me/profile')), staleTime: 60_000 });
