type Headers = Record<string, string | string[] | undefined>;

/** What concerns one connection only (RFC 9110 7.6.1), and what the client library sets itself or refuses to send. */
const HOP_BY_HOP = new Set(
  `connection keep-alive proxy-connection proxy-authenticate proxy-authorization proxy-authentication-info
  te trailer transfer-encoding upgrade http2-settings expect`.split(/\s+/),
);

/** Headers without those of the hop that they came over, and without those that `Connection` names. */
export function endToEnd<H extends Headers>(headers: H, connection: string | undefined = text(headers.connection)): H {
  const named = new Set((connection ?? '').split(',').map((name) => name.trim().toLowerCase()));
  const kept = Object.entries(headers).filter(([header]) => {
    const name = header.toLowerCase();
    return !HOP_BY_HOP.has(name) && !named.has(name);
  });
  return Object.fromEntries(kept) as H;
}

const text = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(',') : value;
