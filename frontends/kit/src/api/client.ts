import { createLinkwayClient } from '@linkway/contracts/client';
import { transport } from './transport';

export type ApiClient = ReturnType<typeof createLinkwayClient>;

/** The typed client of the whole API. A failed call throws ApiProblem, so `body(api.GET(...))` is always the success body. */
export const api: ApiClient = createLinkwayClient({ baseUrl: globalThis.location?.origin, fetch: transport });

/** The body of a call: `const link = await body(api.POST('/api/links', { body: { url } }))`. */
export async function body<T>(call: Promise<{ data?: T }>): Promise<NonNullable<T>> {
  const { data } = await call;
  return data as NonNullable<T>;
}
