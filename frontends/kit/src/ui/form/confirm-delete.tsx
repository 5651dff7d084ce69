import { Confirm, type ConfirmProps } from './confirm';

interface Props extends Omit<ConfirmProps, 'danger' | 'act' | 'isDone'> {
  remove: () => Promise<unknown>;
  /** Somebody else was first: it is as it should be. */
  isGone: (problem: Parameters<NonNullable<ConfirmProps['isDone']>>[0]) => boolean;
}

/** Asks before something is gone for good. */
export const ConfirmDelete = ({ remove, isGone, ...question }: Props) => (
  <Confirm danger act={remove} isDone={isGone} {...question} />
);
