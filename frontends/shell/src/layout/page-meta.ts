import { useEffect } from 'react';

/** Title and description of the page in the browser's tab, in history and in search results. */
export function usePageMeta(title: string, description?: string): void {
  useEffect(() => {
    document.title = title;
    if (description)
      document.querySelector<HTMLMetaElement>('meta[name="description"]')?.setAttribute('content', description);
  }, [title, description]);
}
