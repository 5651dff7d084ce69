import { useLocation } from '@linkway/kit/router';
import { useEffect, useState } from 'react';
import { useAlive } from '../../layout/use-alive';

/** What Google has sent the browser back with, for as long as the page is open; null: it comes from elsewhere. */
export function useGoogleBack(): string | null {
  const alive = useAlive();
  const { search } = useLocation();
  const [seen, see] = useState<string | null>(null);
  // What the build has drawn knows no query.
  const asked = alive ? new URLSearchParams(search).get('google') : null;
  if (asked !== null && seen === null) see(asked);
  useEffect(() => {
    const { dataset } = document.documentElement;
    // The form that was hidden until now is drawn where it has its place.
    if (alive && dataset.google === 'back') dataset.google = 'on';
  }, [alive]);
  return seen ?? asked;
}
