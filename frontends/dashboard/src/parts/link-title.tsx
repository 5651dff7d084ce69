import type { Link } from '@linkway/kit/api';

interface Props {
  link: Pick<Link, 'title' | 'site'>;
  /** Of a title that the link's owner gave it, and of what the page that it leads to calls itself. */
  own: string | undefined;
  ofSite: string | undefined;
}

/** What a link is called; nothing where neither its owner nor its page says. */
export function LinkTitle({ link, own, ofSite }: Props) {
  const title = link.title || link.site?.title;
  if (!title) return null;
  return (
    <bdi className={link.title ? own : ofSite} title={title}>
      {title}
    </bdi>
  );
}
