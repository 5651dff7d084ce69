import { describe, expect, it } from '@jest/globals';
import { type Workspace, WorkspaceBook } from './workspace-book.js';

const A = '0197a000-0000-7000-8000-00000000000a';
const workspace = (is_shut: boolean, version: number, workspace_id = A): Workspace => ({
  workspace_id,
  is_shut,
  version,
});

describe('the book of workspaces', () => {
  it('has links of nobody and of those that nobody told of open', () => {
    const book = new WorkspaceBook();
    expect([book.isShut(null), book.isShut(A)]).toEqual([false, false]);
  });

  it.each([
    ['in order', [workspace(true, 2), workspace(false, 3)], false],
    ['late', [workspace(false, 3), workspace(true, 2)], false],
    ['twice', [workspace(true, 2), workspace(false, 3), workspace(true, 2), workspace(false, 3)], false],
    ['shut again', [workspace(false, 3), workspace(true, 4), workspace(false, 3)], true],
  ])('goes by versions, whatever comes when: %s', (_name, told, shut) => {
    const book = new WorkspaceBook();
    for (const each of told) book.apply(each);
    expect(book.isShut(A)).toBe(shut);
  });

  it('keeps what an event told over an older table, for as long as the table may lag behind', () => {
    const book = new WorkspaceBook();
    book.apply(workspace(true, 3), 0);
    book.update([workspace(false, 2)], 1_000);
    expect(book.isShut(A)).toBe(true);
    // The first look after a long outage may still find what was before.
    book.update([workspace(false, 2)], 200_000);
    expect(book.isShut(A)).toBe(true);
    book.update([workspace(false, 2)], 260_000);
    expect(book.isShut(A)).toBe(false);
  });

  it('keeps what an event told until all of a table that was read in parts is taken over', () => {
    const book = new WorkspaceBook();
    book.apply(workspace(true, 3), 0);
    book.take([workspace(false, 9, 'another')]);
    book.take([workspace(false, 2)]);
    book.settle(200_000);
    expect(book.isShut(A)).toBe(true);
    book.take([workspace(false, 2)]);
    expect(book.isShut(A)).toBe(false);
  });

  it('knows whose visits are not counted by the newest token alone', () => {
    const book = new WorkspaceBook();
    const told = (own_visits: string | null, version: number) => ({ ...workspace(false, version), own_visits });
    book.apply(told('first', 2));
    book.apply(told('second', 3));
    book.apply(told('first', 2));
    expect([book.isPrivate(A), book.isPrivate(null), book.isOwn(A, 'second'), book.isOwn(A, 'first')]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect([book.isAnybodys('second'), book.isAnybodys('first')]).toEqual([true, false]);
    expect(book.all()).toEqual([told('second', 3)]);
    const { revision } = book;
    book.apply(told(null, 4));
    expect([book.isPrivate(A), book.isAnybodys('second'), book.all()]).toEqual([false, false, []]);
    expect(book.revision).toBeGreaterThan(revision);
  });

  it('keeps privacy mode where a former release tells of an account, or has written its row', () => {
    const book = new WorkspaceBook();
    book.apply({ ...workspace(false, 2), own_visits: 'mine' }, 0);
    book.apply(workspace(true, 3), 1_000);
    expect([book.isOwn(A, 'mine'), book.isShut(A)]).toEqual([true, true]);
    book.update([{ ...workspace(true, 3), own_visits: null }], 2_000);
    expect(book.isOwn(A, 'mine')).toBe(true);
    book.update([{ ...workspace(true, 4), own_visits: null }], 3_000);
    expect(book.isOwn(A, 'mine')).toBe(false);
  });

  it('tells what is shut, and when anything became otherwise', () => {
    const book = new WorkspaceBook();
    const told: Workspace[] = [];
    book.onTold = (each) => told.push(each);
    book.apply(workspace(true, 2));
    const { revision } = book;
    book.apply(workspace(true, 2));
    book.update([workspace(true, 2)]);
    expect(book.revision).toBe(revision);
    expect(book.all()).toEqual([{ ...workspace(true, 2), own_visits: null }]);
    book.apply(workspace(false, 3));
    expect(book.all()).toEqual([]);
    expect(book.revision).toBeGreaterThan(revision);
    expect(told.map(({ version }) => version)).toEqual([2, 2, 3]);
  });
});
