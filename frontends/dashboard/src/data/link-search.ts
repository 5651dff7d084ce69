import { withoutBidiControls } from '@linkway/contracts/rules';
import { api, body, type Link } from '@linkway/kit/api';
import { keepPreviousData, useQuery } from '@linkway/kit/query';
import { usePicker } from './picker';
import { shortAddress } from './short-address';

/** Links to choose from, found by their code, title or destination. `chosen`: one that need not be among those found. */
export function useLinkSearch(chosen: Link | undefined) {
  const field = usePicker();
  const { search } = field;
  const { data, isFetching } = useQuery({
    queryKey: ['links', 'picker', search],
    queryFn: ({ signal }) =>
      body(api.GET('/api/links', { params: { query: { limit: 20, ...(search && { search }) } }, signal })),
    placeholderData: keepPreviousData,
    enabled: field.open,
  });

  const found = data?.data ?? [];
  const rest = chosen && search === '' && !found.some(({ id }) => id === chosen.id) ? [chosen] : [];
  return { ...field, options: [...rest, ...found].map(optionOf), isFetching };
}

const optionOf = ({ id, short_url, title }: Link) => ({
  value: id,
  // Nothing follows the title that it could turn around.
  label: title ? `${shortAddress(short_url)} · ${withoutBidiControls(title)}` : shortAddress(short_url),
});

/** One link; null: none is asked for. */
export function useLink(id: string | null) {
  return useQuery({
    queryKey: ['link', id],
    queryFn: () => body(api.GET('/api/links/{id}', { params: { path: { id: id ?? '' } } })),
    enabled: id !== null,
  });
}
