import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import styles from './button.module.css';

interface Look {
  kind?: 'primary' | 'default' | 'quiet';
  size?: 'small' | 'middle' | 'large';
}

const classOf = ({ kind = 'default', size = 'middle' }: Look, extra = ''): string =>
  [styles.button, styles[kind], styles[size], extra].filter(Boolean).join(' ');

/** The public pages' button: a few bytes of CSS instead of antd. */
export function PlainButton({ kind, size, className, type = 'button', ...rest }: Look & ComponentProps<'button'>) {
  return <button type={type} className={classOf({ kind, size }, className)} {...rest} />;
}

export function ButtonLink({ kind, size, className, ...rest }: Look & ComponentProps<typeof Link>) {
  return <Link className={classOf({ kind, size }, className)} {...rest} />;
}
