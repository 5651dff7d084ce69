// A browser may forbid a site to keep anything: then nothing was kept, and nothing is.

export function inStorage(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function putInStorage(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Full or forbidden.
  }
}
