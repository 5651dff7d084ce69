import type { ExpectedLink, Link, UpdateLink } from '@linkway/kit/api';

/** What the fields are that the request changes, as this page has read them: who changed one of them meanwhile is not overwritten unseen. */
export const expectedOf = (link: Link, changed: UpdateLink): ExpectedLink =>
  Object.fromEntries(
    Object.keys(changed).flatMap((name) => {
      const read = { ...link, url: link.original_url, custom_code: link.short_code }[name as keyof Link];
      return name === 'password' || read === undefined ? [] : [[name, read]];
    }),
  );
