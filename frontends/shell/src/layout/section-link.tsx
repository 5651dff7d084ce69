import { Link } from '@linkway/kit/router';
import type { ReactNode } from 'react';
import { usePublicAddress } from './public-address';

interface Props {
  /** Id of a section of the landing page; from another page it goes there first. */
  section: 'features' | 'domains' | 'shorten';
  className?: string;
  onClick?: () => void;
  children: ReactNode;
}

export function SectionLink({ section, ...rest }: Props) {
  const pathname = usePublicAddress('landing');
  return <Link to={{ pathname, hash: `#${section}` }} {...rest} />;
}
