/** The nonce of this answer's Content-Security-Policy, which the server wrote into the page; for styles made at run time. */
export function cspNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content || undefined;
}
