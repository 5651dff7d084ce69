/** The nonce of this answer's Content-Security-Policy, which the server wrote into the page; for styles made at run time. */
export function cspNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content || undefined;
}

/** Gives the nonce to every style element that scripts make: some parts of antd and the charts have no setting for it. Call once. */
export function startNonce(): void {
  const nonce = cspNonce();
  if (!nonce) return;
  const create = document.createElement.bind(document);
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    const element = create(name, options);
    if (element instanceof HTMLStyleElement) element.nonce = nonce;
    return element;
  };
}
