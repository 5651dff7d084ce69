// Language and theme of an account and of this browser are one. The last choice that somebody made holds, wherever that was:
// one that was made here goes to the account, again and again until it is there; else what the account says is shown here.
import type { Me } from '@linkway/contracts';
import { useEffect } from 'react';
import { keepAdded, keptAdded } from '../added-language/kept';
import { api, body } from '../api/client';
import { asProblem } from '../api/problem';
import { ask } from '../api/transport';
import { inStorage, putInStorage } from '../base/storage';
import { languages } from '../i18n/registry';
import { setTimeZone } from '../i18n/time-zone';
import { mayPass, waitAfter } from '../query/back-off';
import { keepChoice, storedChoice } from '../stored-choice';
import { themeChoices } from '../theme/store';

const choices = [
  { field: 'language', name: 'language', all: languages },
  { field: 'display_mode', name: 'theme', all: themeChoices },
] as const;
type Choice = (typeof choices)[number];

const A_YEAR_SECONDS = 31_536_000;

/** Whose dashboard is shown; what is chosen while none is goes to whoever signs in next. */
let account = '';
/** Who said it. */
let speaker = '';
/** What the account said before: an answer that was on its way while something was chosen says that again, and is not followed. */
const said = new Map<string, string>();
const busy = new Set<string>();
/** When it was chosen, and by whom, where the account is not told yet. */
const markOf = ({ name }: Choice): string => `${name}_chosen_at`;
/** In a row. */
let failures = 0;
let timer: number | undefined;

/** Around all that is the account's: its zone is the one of dates, its language and theme are those of the page. */
export function useAccountChoices(me: Me | null): void {
  setTimeZone(me?.chosen?.timezone);
  useEffect(() => {
    if (me) followAccount(me);
    else account = '';
  }, [me]);
  useEffect(
    () => () => {
      account = '';
    },
    [],
  );
}

/** With every answer about who is signed in. */
function followAccount(me: Me): void {
  // Nothing else is taken from them before; what a user has chosen is not for the browser of an administrator.
  if (me.must_change_password || me.must_confirm_email || me.impersonation) return;
  if (speaker !== me.id) said.clear();
  account = me.id;
  speaker = me.id;
  for (const choice of choices) {
    const now = me.chosen?.[choice.field];
    if (untold(choice)) void tell(choice);
    else if (now && now !== said.get(choice.name)) show(choice, now);
    if (now) said.set(choice.name, now);
  }
  followAdded(me);
}

/** One choice with the language. */
function followAdded({ chosen }: Me): void {
  const now = chosen?.added_language ?? '';
  const [choice] = choices;
  if (!untold(choice) && chosen?.language && now !== said.get('added_language')) keepAdded(now);
  if (chosen?.language) said.set('added_language', now);
}

function tellAll(): void {
  for (const choice of choices) if (untold(choice)) void tell(choice);
}

window.addEventListener('choice', tellAll);
window.addEventListener('online', tellAll);

/** What was chosen here and the account does not know; null: nothing. */
function untold(choice: Choice): { mark: string; at: number } | null {
  const mark = inStorage(markOf(choice));
  if (!mark || account === '') return null;
  const [at, whose] = mark.split(' ');
  // Of nobody yet, as it was chosen before they signed in: theirs from now on.
  if (whose === undefined) {
    putInStorage(markOf(choice), `${mark} ${account}`);
    return { mark: `${mark} ${account}`, at: Number(at) };
  }
  // Somebody else's goes nowhere.
  return whose === account ? { mark, at: Number(at) } : null;
}

async function tell(choice: Choice): Promise<void> {
  const { field, name, all } = choice;
  // What is chosen meanwhile waits for its turn: the answers come in order.
  if (busy.has(name)) return;
  busy.add(name);
  try {
    for (let open = untold(choice); open; open = untold(choice)) {
      const chosen_seconds_ago = Math.min(A_YEAR_SECONDS, Math.max(0, Math.round((Date.now() - open.at) / 1000)));
      const added = field === 'language' && keptAdded();
      const sent = {
        [field]: storedChoice<string>(name, all),
        ...(added && { added_language: added }),
        chosen_seconds_ago,
      };
      const answer = await body(api.PATCH('/api/me/settings', { body: sent, fetch: ask }));
      const now = answer[field];
      failures = 0;
      if (inStorage(markOf(choice)) !== open.mark) continue;
      putInStorage(markOf(choice), '');
      if (now) show(choice, now);
      if (field === 'language') keepAdded(answer.added_language ?? '');
    }
  } catch (error) {
    const problem = asProblem(error);
    // Withdrawn meanwhile: the rest of the choice stands.
    if (problem.fields.added_language !== undefined) keepAdded('');
    if (problem.fields.added_language !== undefined || mayPass(problem)) later();
  } finally {
    busy.delete(name);
  }
}

function later(): void {
  window.clearTimeout(timer);
  failures += 1;
  timer = window.setTimeout(tellAll, waitAfter(failures));
}

/** By this page, which takes what is kept as if another tab had chosen it, and by the others. */
function show({ name, all }: Choice, now: string): void {
  if (storedChoice<string>(name, all) === now) return;
  putInStorage(name, now);
  // It would go before.
  document.cookie = `${name}=; Path=/; Max-Age=0`;
  window.dispatchEvent(new StorageEvent('storage', { key: name }));
  keepChoice(name, now);
}
