import type { Link } from '@linkway/kit/api';

export interface LinkActions {
  pause: (link: Link) => void;
  edit: (link: Link) => void;
  remove: (link: Link) => void;
}

export interface LinkListProps extends LinkActions {
  /** undefined: on its way. */
  links: Link[] | undefined;
}
