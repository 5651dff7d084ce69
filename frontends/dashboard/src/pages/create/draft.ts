import { draftStore } from '@linkway/kit/ui/form';
import { emptyValues, type LinkValues } from '../../link-form/values';

/** What outlives a reload: what was typed, and of a password that there was one. The password itself is nowhere kept. */
export interface Draft {
  values: LinkValues;
  had_password: boolean;
}

/** A page that was opened before an update kept a number of clicks. */
type Stored = Omit<LinkValues, 'max_clicks' | 'password'> & {
  max_clicks: string | number | null;
  had_password: boolean;
};

/** What the account typed before a reload. */
export function createDraft(account: string) {
  const store = draftStore<Stored>(`create_draft:${account}`);
  return {
    kept: store.kept,
    drop: store.drop,
    read(): Draft {
      const { had_password = false, max_clicks, ...values } = store.read() ?? {};
      return {
        values: { ...emptyValues, ...values, max_clicks: String(max_clicks ?? ''), password: '' },
        had_password,
      };
    },
    /** `hadPassword`: one that was typed before is still awaited. */
    keep({ password, ...values }: LinkValues, hadPassword: boolean): void {
      store.keep({ ...values, had_password: hadPassword || password !== '' });
    },
  };
}
