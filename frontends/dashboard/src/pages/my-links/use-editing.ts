import { type ApiProblem, api, body, type Link } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { useSession } from '@linkway/kit/session';
import {
  type Dialog,
  draftStore,
  Form,
  foundOver,
  type TypedOver,
  typedOver,
  useSight,
  useSubmit,
} from '@linkway/kit/ui/form';
import { useRef, useState } from 'react';
import { expecting, orTakeOver } from '../../data/expecting';
import { useLinksChanged } from '../../data/queries';
import { shortAddress } from '../../data/short-address';
import { nameInRows } from '../../link-form/location-rows';
import { nameInRules } from '../../link-form/rule-rows';
import { changes, type LinkValues, valuesOf, withTypedSince } from '../../link-form/values';
import { expectedOf } from './expected';
import { useLinkOnScreen } from './use-links';

/** The fields that were typed in; the others show what is saved, another person's changes too. */
type Draft = LinkValues & { remove_password: true };

interface Sent {
  values: LinkValues;
  removePassword: boolean;
}

/** What is typed over a link, kept until it is saved or given up. Sends what was changed, and only that. */
export function useEditing(dialog: Dialog<Link>) {
  const { t } = useTranslation('my-links');
  const [form] = Form.useForm<LinkValues>();
  const [link, setLink] = useState(dialog.of);
  const session = useSession();
  const account = session.state === 'signed-in' ? session.me.id : '';
  const [draft] = useState(() => draftStore<TypedOver<Draft>>(`edit_draft:${account}:${link.id}`));
  const [found] = useState(() => foundOver(draft, valuesOf(link)));
  const [notice, setNotice] = useState<'restored' | 'overtaken' | null>(
    found && (found.overtaken ? 'overtaken' : 'restored'),
  );
  const [initial] = useState<LinkValues>(() => {
    const saved = valuesOf(link);
    const { remove_password: _, ...typed } = found?.typed ?? {};
    return { ...withTypedSince({ ...saved, ...found?.under }, { ...saved, ...typed }, saved), password: '' };
  });
  const [removePassword, setRemovePassword] = useState(found?.typed.remove_password === true && link.has_password);
  // As it is now, for a save that began earlier.
  const removing = useRef(removePassword);
  const password = Form.useWatch('password', form);
  const sight = useSight(dialog.open);
  const show = useLinkOnScreen();
  const changed = useLinksChanged();

  const typed = (): LinkValues => structuredClone({ ...valuesOf(link), ...form.getFieldsValue(true) });
  const keep = (base: Link): void => {
    // A password is kept nowhere.
    const values = typedOver(valuesOf(base), { ...typed(), password: '' });
    const kept = { ...values, ...(removing.current && { remove_password: true as const }) };
    if (Object.keys(kept).length === 0) draft.drop();
    else draft.keep(kept);
  };
  const setRemoving = (yes: boolean): void => {
    removing.current = yes;
    setRemovePassword(yes);
  };

  const work = useSubmit<LinkValues, Sent, Link>(form, {
    send: ({ values, removePassword: without }) => {
      const sent = changes(link, values, without);
      const expected = expectedOf(link, sent);
      const answer = expecting({ ...sent, expected }, (change) =>
        body(api.PUT('/api/links/{id}', { params: { path: { id: link.id } }, body: change })),
      );
      return orTakeOver(answer, takeOver);
    },
    done: async (saved, sent) => {
      await show(link.id, saved);
      toast(t('saved', { address: shortAddress(saved.short_url) }));
      const now = typed();
      const typedOn = JSON.stringify(now) !== JSON.stringify(sent.values) || removing.current !== sent.removePassword;
      // Fields that nobody typed in hold what is saved now, another person's changes too: none is set back by the next save.
      form.setFieldsValue(withTypedSince(sent.values, now, valuesOf(saved)));
      setLink(saved);
      setRemoving(removing.current && !sent.removePassword);
      setNotice(null);
      // What a page that was opened since has kept is not of this save.
      if (draft.isOwn()) {
        if (typedOn) keep(saved);
        else draft.drop();
      }
      if (!typedOn || sight.current !== 'shown') dialog.end();
      void changed();
    },
    failed: (problem: ApiProblem) => {
      // Deleted elsewhere: what was typed stays to be copied, and the list behind no longer shows the link.
      if (problem.code === 'links.not_found') void changed();
      if (sight.current === 'shown') return;
      const address = shortAddress(link.short_url);
      toast(t('not_saved', { address, reason: problem.detail }), {
        kind: 'error',
        // What was typed is in the drawer, as long as the page is there.
        action: sight.current === 'hidden' ? { label: t('show_changes'), run: dialog.show } : undefined,
      });
    },
    nameOf: (field) => nameInRules(nameInRows(field, typed().location_targeting), typed().rules),
  });
  /** Shows what somebody else has saved in the fields that nobody has typed in here: the next save replaces what is then known of. */
  const takeOver = async (): Promise<void> => {
    const fresh = await body(api.GET('/api/links/{id}', { params: { path: { id: link.id } } }));
    form.setFieldsValue(withTypedSince(valuesOf(link), typed(), valuesOf(fresh)));
    // What is kept stays typed over what was saved before: who comes back to it without having seen this is told, too.
    setLink(fresh);
    setNotice('overtaken');
    void changed();
  };
  const isDirty = (): boolean => Object.keys(changes(link, typed(), removing.current)).length > 0;

  return {
    link,
    form,
    initial,
    work,
    removePassword,
    notice,
    isDirty,
    /** A password is kept nowhere but in its field. */
    unkept: Boolean(password),
    remove: (yes: boolean): void => {
      setRemoving(yes);
      keep(link);
    },
    onTyped: (change: Partial<LinkValues>): void => {
      if (change.password) setRemoving(false);
      keep(link);
    },
    save: async (): Promise<void> => {
      if (isDirty()) return work.submit({ values: typed(), removePassword: removing.current });
      draft.drop();
      dialog.end();
    },
    giveUp: draft.drop,
    startOver: (): void => {
      draft.drop();
      form.setFieldsValue(valuesOf(link));
      setRemoving(false);
      setNotice(null);
    },
  };
}
