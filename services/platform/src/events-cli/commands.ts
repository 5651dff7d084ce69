import type { Command } from './command.js';
import { deadCommand } from './dead.command.js';
import { republishCommand } from './republish.command.js';
import { streamsCommand } from './streams.command.js';

/** What `npm run events -- ...` knows. A new command is a file beside this one and a line here. */
export const commands: readonly Command[] = [deadCommand, republishCommand, streamsCommand];
