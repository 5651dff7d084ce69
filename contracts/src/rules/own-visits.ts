/** By it a browser of somebody with privacy mode is known on a host, whose own visits are not counted. It opens nothing. */
export const OWN_VISITS_COOKIE = 'linkway_own_visits';

/** Of a domain of short links, where `?token=` lets it know a browser. No short code has such a form. */
export const OWN_VISITS_PATH = '/_/own-visits';

/** What a token can be. */
export const OWN_VISITS_TOKEN = /^[A-Za-z0-9_-]{20,64}$/;
