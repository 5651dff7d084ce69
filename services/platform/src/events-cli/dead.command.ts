import { ageText, type Command, type CommandContext, table, UsageError } from './command.js';
import { drop, type Letter, letterOf, letters, replay } from './letters.js';

/** Looks at dead letters and decides on them. */
export const deadCommand: Command = {
  name: 'dead',
  usage: [
    ['dead list', 'what was put aside, by whom and why'],
    ['dead show ID', 'one of them, whole'],
    ['dead replay ID|--all', 'gives it to the service that refused it once more; mend the cause first'],
    ['dead drop ID|--all', 'forgets it for good'],
  ],
  async run(context, [action, target, ...rest]) {
    if (rest.length > 0) throw new UsageError(`dead ${action} takes one ID, or --all`);
    switch (action) {
      case 'list':
        return list(context);
      case 'show':
        return show(context, await one(context, target));
      case 'replay':
        return each(context, target, 'replayed', (letter) => replay(context, letter));
      case 'drop':
        return each(context, target, 'dropped', async (letter) => void (await drop(context.manager, letter.id)));
      default:
        throw new UsageError('dead takes list, show, replay or drop');
    }
  },
};

async function list(context: CommandContext): Promise<void> {
  const rows: string[][] = [];
  for await (const letter of letters(context)) {
    const age = `${ageText(Date.now() - letter.at.getTime())} ago`;
    rows.push([String(letter.id), age, letter.service, letter.subject, eventIdOf(letter), letter.reason]);
  }
  if (rows.length === 0) return context.say('no dead letters');
  for (const line of table(['ID', 'WHEN', 'SERVICE', 'SUBJECT', 'EVENT', 'REASON'], rows)) context.say(line);
}

function show({ say }: CommandContext, letter: Letter): void {
  say(`put aside  ${letter.at.toISOString()} by ${letter.service}`);
  say(`reason     ${letter.reason}`);
  say(`subject    ${letter.subject}`);
  say(`stream     ${letter.stream} ${letter.sequence}`);
  const body = json(letter);
  say(body === undefined ? new TextDecoder().decode(letter.body) : JSON.stringify(body, null, 2));
}

async function each(
  context: CommandContext,
  target: string | undefined,
  done: string,
  action: (letter: Letter) => Promise<void>,
): Promise<void> {
  const chosen: Letter[] = [];
  // Chosen before the first one is touched: what is replayed and refused again is not taken a second time.
  if (target === '--all') for await (const letter of letters(context)) chosen.push(letter);
  else chosen.push(await one(context, target));
  for (const letter of chosen) await action(letter);
  context.say(`${done} ${chosen.length}`);
}

async function one({ manager }: CommandContext, target: string | undefined): Promise<Letter> {
  if (!/^[1-9]\d*$/.test(target ?? '')) throw new UsageError('an ID is a number that `dead list` tells');
  const letter = await letterOf(manager, Number(target));
  if (!letter) throw new UsageError(`there is no dead letter ${target}`);
  return letter;
}

function eventIdOf(letter: Letter): string {
  const body = json(letter);
  return typeof body === 'object' && body !== null && 'id' in body ? String(body.id) : '-';
}

function json(letter: Letter): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(letter.body));
  } catch {
    return undefined;
  }
}
