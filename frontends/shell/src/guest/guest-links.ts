/** What a guest made in this browser, as the API answered. */
export interface GuestLink {
  id: string;
  short_url: string;
  original_url: string;
  created_at: string;
  /** When it stops working; null, or not there: never. Whoever shows it looks whether it is a time. */
  expires_at?: string | null;
  /** No account was given it; kept, as nothing else tells its maker the short address. */
  unclaimable?: boolean;
}

const KEY = 'guest_links';
const MOST = 20;
const NONE: readonly GuestLink[] = [];

/** As the API takes one; a single one that it does not take would have all of them refused. */
const UUID = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

const isWebAddress = (value: unknown): boolean =>
  typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value);

/** Anything may stand in a browser's storage: only what is a link is one, as its address becomes a link on the page. */
const isLink = (value: unknown): value is GuestLink => {
  if (typeof value !== 'object' || value === null) return false;
  const { id, short_url, original_url, created_at } = value as Partial<Record<keyof GuestLink, unknown>>;
  return (
    typeof id === 'string' &&
    UUID.test(id) &&
    isWebAddress(short_url) &&
    typeof original_url === 'string' &&
    typeof created_at === 'string' &&
    !Number.isNaN(Date.parse(created_at))
  );
};

let read: { text: string; links: readonly GuestLink[] } = { text: '', links: NONE };

/** The same list as long as the same is stored. */
export function guestLinks(): readonly GuestLink[] {
  let text = '';
  try {
    text = localStorage.getItem(KEY) ?? '';
    if (text !== read.text) {
      const stored: unknown = text ? JSON.parse(text) : [];
      read = { text, links: Array.isArray(stored) ? stored.filter(isLink).slice(0, MOST) : NONE };
    }
  } catch {
    // No storage, or something else is in it: there are none.
    read = { text, links: NONE };
  }
  return read.links;
}

/** Told of each change in this tab. */
export const listeners = new Set<() => void>();

export function storeGuestLinks(links: readonly GuestLink[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(links));
  } catch {
    // Full or forbidden: the link itself is made and shown.
  }
  for (const listener of listeners) listener();
}

/** The newest first; the oldest gives way. */
export function keepGuestLink({ id, short_url, original_url, created_at, expires_at }: GuestLink): void {
  const link = { id, short_url, original_url, created_at, expires_at };
  storeGuestLinks([link, ...guestLinks().filter((kept) => kept.id !== id)].slice(0, MOST));
}
