import { api, body } from '@linkway/kit/api';
import { useQuery } from '@linkway/kit/query';
import { useState } from 'react';

/** The tags of the workspace that most links have: asked for once somebody is at the field, as most come to a page for something else. */
export function useTags() {
  const [wanted, setWanted] = useState(false);
  const { data } = useQuery({
    queryKey: ['tags'],
    queryFn: () => body(api.GET('/api/tags')),
    enabled: wanted,
  });
  return { data, want: () => setWanted(true) };
}
