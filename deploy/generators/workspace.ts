import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const templates = fileURLToPath(new URL('./templates', import.meta.url));

/** The files of a workspace, and what generators do with them; nothing is overwritten. */
export class Workspace {
  readonly root: string;
  /** Paths from the root, in the order they were written. */
  readonly written: string[] = [];
  /** What is left to people. */
  readonly next: string[] = [];

  constructor(root: string) {
    this.root = root;
  }

  has(path: string): boolean {
    return existsSync(join(this.root, path));
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), 'utf8');
  }

  create(path: string, text: string): void {
    if (this.has(path)) throw new Error(`${path} is there already`);
    this.#write(path, text);
  }

  /** Writes a folder of templates; `[[name]]` in paths and texts becomes that value, `[[version:x]]` the version of x in use here. */
  createFrom(template: string, folder: string, values: Readonly<Record<string, string>>): void {
    const base = join(templates, template);
    for (const entry of readdirSync(base, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const source = join(entry.parentPath, entry.name);
      const path = source.slice(base.length + 1).replace(/\.tpl$/, '');
      this.create(join(folder, this.#filled(path, values)), this.#filled(readFileSync(source, 'utf8'), values));
    }
  }

  filledTemplate(template: string, values: Readonly<Record<string, string>>): string {
    return this.#filled(readFileSync(join(templates, `${template}.tpl`), 'utf8'), values);
  }

  /** Changes a file; when it no longer looks as expected, that is left to people, said as `what`. */
  edit(path: string, what: string, change: (text: string) => string): void {
    const text = this.has(path) ? this.read(path) : '';
    const changed = change(text);
    if (changed === text) this.next.push(`${path}: ${what}`);
    else this.#write(path, changed);
  }

  #write(path: string, text: string): void {
    const file = join(this.root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    if (!this.written.includes(path)) this.written.push(path);
  }

  #filled(text: string, values: Readonly<Record<string, string>>): string {
    return text.replace(/\[\[([\w.:@/-]+)\]\]/g, (_, name: string) => {
      const value = name.startsWith('version:') ? this.#versionOf(name.slice('version:'.length)) : values[name];
      if (value === undefined) throw new Error(`a template asks for ${name}, which nobody gives`);
      return value;
    });
  }

  #versionOf(dependency: string): string {
    for (const path of globSync('{services,frontends,deploy}/*/package.json', { cwd: this.root }).sort()) {
      const { dependencies = {}, devDependencies = {} } = JSON.parse(this.read(path)) as Record<
        string,
        Record<string, string>
      >;
      const version = dependencies[dependency] ?? devDependencies[dependency];
      if (version) return version;
    }
    throw new Error(`no project here uses ${dependency}`);
  }
}

/** Puts a line before the one that ends a block, such as `];` after `export const allEvents`. */
export function insertBeforeEnd(text: string, start: string, end: string, line: string): string {
  const from = text.indexOf(start);
  const at = from < 0 ? -1 : text.indexOf(end, from + start.length);
  return at < 0 ? text : `${text.slice(0, at)}${line}${text.slice(at)}`;
}

/** Puts an import at the top; the formatter finds its place. */
export const addImport = (text: string, line: string): string => (text.includes(line) ? text : `${line}\n${text}`);
