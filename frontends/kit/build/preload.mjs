// preload.json of the shell: what each address and each facade is made of. The gateway tells browsers in the page's head, so
// that all of it is on its way at once instead of one after the other.
import { facadesOf, filesOf, filesOfGroups } from './files.mjs';
import { facades } from './share.mjs';

const LANGUAGES = ['en', 'vi'];

/** @param {Record<string, { part: string, texts: string }>} pages address -> the import that draws it, and its namespace */
export class PreloadPlugin {
  constructor(pages) {
    this.pages = pages;
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap('PreloadPlugin', (compilation) => {
      const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'PreloadPlugin', stage }, () => {
        const { RawSource } = compiler.webpack.sources;
        const pages = Object.fromEntries(
          Object.entries(this.pages).map(([address, page]) => [address, pageOf(compilation, address, page)]),
        );
        const value = { pages, facades: facadeFiles(compilation) };
        compilation.emitAsset('preload.json', new RawSource(`${JSON.stringify(value, null, 2)}\n`));
      });
    });
  }
}

function pageOf(compilation, address, { part, texts }) {
  const isPart = (request) => request === part;
  const files = filesOf(compilation, isPart);
  if (!files) compilation.errors.push(new Error(`preload: nothing imports "${part}" for ${address}`));
  return {
    files: files ?? [],
    texts: Object.fromEntries(
      LANGUAGES.map((language) => [
        language,
        filesOf(compilation, (request) => request === `./${texts}/${language}.json`) ?? [],
      ]),
    ),
    facades: facadesOf(compilation, isPart),
  };
}

/** Of what the federation provides when it is first asked for; those of the first script have none. */
const facadeFiles = (compilation) =>
  Object.fromEntries(
    facades.flatMap((facade) => {
      const provider = `provide module (default) ${facade}@`;
      const files = filesOfGroups(compilation, ({ module }) => module?.identifier().startsWith(provider) ?? false);
      return files ? [[facade, files]] : [];
    }),
  );
