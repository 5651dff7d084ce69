// Runs after every install: points node_modules/.bin/node at the locked Node 24 and notes which lock file is installed.
import { linkNode, noteInstalled } from './install.mjs';

linkNode();
noteInstalled();
