// One webpack set-up for the shell and every remote.
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import CompressionPlugin from 'compression-webpack-plugin';
import HtmlPlugin from 'html-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import webpack from 'webpack';
import { antdStylePlugins, antdStyleRules } from './antd/plugin.mjs';
import { BundleReport } from './bundle-report.mjs';
import { NeedFacades, ProvideFacades } from './facades.mjs';
import { LightPages } from './light-pages.mjs';
import { LocalesPlugin } from './locales.mjs';
import { PreloadPlugin } from './preload.mjs';
import { shared } from './share.mjs';
import { TabsPlugin } from './tabs.mjs';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const { resolve: find } = createRequire(import.meta.url);
/** Where a running Linkway answers /api in development. */
const server = process.env.LINKWAY_URL ?? 'http://127.0.0.1:8080';

const browsers = ['chrome >= 109', 'edge >= 109', 'firefox >= 115', 'safari >= 16.4'];

function base({ dir, production }) {
  return {
    context: dir,
    mode: production ? 'production' : 'development',
    target: `browserslist:${browsers.join(', ')}`,
    devtool: production ? false : 'cheap-module-source-map',
    output: {
      path: resolve(dir, 'dist'),
      clean: true,
      // Of parts the first script names all: each digit is weighed there.
      filename: 'assets/[name].[contenthash:6].js',
      chunkFilename: 'assets/[name].[contenthash:6].js',
      assetModuleFilename: 'assets/[name].[contenthash:8][ext]',
      // A module that failed because one that it needs did not load runs again at the next try, instead of staying half made.
      strictModuleExceptionHandling: true,
    },
    resolve: {
      extensions: ['.ts', '.tsx', '.js'],
      extensionAlias: { '.js': ['.ts', '.tsx', '.js'] },
      // The generated client and the error texts straight from their source: no build of the contracts is needed before this one.
      alias: {
        '@linkway/contracts/client$': path('../../../contracts/generated/client.ts'),
        '@linkway/contracts/errors$': path('../../../contracts/src/errors/index.ts'),
        '@linkway/contracts/web-paths$': path('../../../contracts/src/web-paths.ts'),
        // For pictures of HTML, of which no chart has any: the canvas library brings it whether it is used or not.
        html2canvas$: false,
      },
    },
    module: {
      rules: [
        { test: /\.tsx?$/, exclude: /node_modules/, use: { loader: find('swc-loader'), options: swc(production) } },
        {
          test: /\.css$/,
          use: [
            MiniCssExtractPlugin.loader,
            {
              loader: find('css-loader'),
              options: {
                modules: {
                  auto: true,
                  namedExport: false,
                  exportLocalsConvention: 'as-is',
                  // The whole hash of each class would be 1.5 kB of the first script; 30 bits tell some hundred classes apart.
                  localIdentName: production ? '[hash:base64:5]' : '[name]__[local]',
                },
              },
            },
          ],
        },
        { test: /\.(woff2|svg|png|webp)$/, type: 'asset/resource' },
        ...antdStyleRules(),
      ],
    },
    plugins: [
      new webpack.DefinePlugin({ 'process.env.NODE_ENV': JSON.stringify(production ? 'production' : 'development') }),
      new MiniCssExtractPlugin({
        filename: 'assets/[name].[contenthash:6].css',
        chunkFilename: 'assets/[name].[contenthash:6].css',
      }),
      new LocalesPlugin(dir),
      ...antdStylePlugins(),
      ...(production ? compressed() : []),
    ],
    optimization: {
      // The licences are in a file beside each script instead of in it.
      minimizer: [new MinimizerPlugin({ minify: MinimizerPlugin.swcMinify, extractComments: { banner: false } })],
      moduleIds: 'deterministic',
    },
    performance: { hints: false },
    stats: 'errors-warnings',
    devServer: {
      historyApiFallback: true,
      hot: true,
      client: { overlay: { warnings: false } },
      headers: { 'Access-Control-Allow-Origin': '*' },
      proxy: [{ context: ['/api'], target: server }],
    },
  };
}

const swc = (production) => ({
  swcrc: false,
  env: { targets: browsers },
  jsc: {
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic', development: !production } },
  },
});

/** A .br and a .gz beside each file, so that no request pays for compressing. */
const compressed = () =>
  [
    { algorithm: 'brotliCompress', filename: '[path][base].br', compressionOptions: { level: 9 } },
    { algorithm: 'gzip', filename: '[path][base].gz', compressionOptions: { level: 9 } },
  ].map((options) => new CompressionPlugin({ ...options, test: /\.(js|css|svg|json)$/, minRatio: 0.9 }));

/** No generated types (the kit is the contract) and no server half in the run-time; a remote's loads no remotes. */
const federation = (role) => ({
  dts: false,
  experiments: { optimization: { target: 'web', disableSnapshot: role === 'remote' } },
});

/** In bytes as it is. */
const BIG_SCRIPT = 60_000;

/**
 * A big script says that all of its functions are used: the browser then makes them ready beside the page, while the script is
 * on its way, instead of one by one when each is first called, which was half of what a chart took until it was drawn.
 */
class CompiledAhead {
  apply(compiler) {
    const { ConcatSource } = compiler.webpack.sources;
    const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_DEV_TOOLING;
    compiler.hooks.compilation.tap('CompiledAhead', (compilation) => {
      compilation.hooks.processAssets.tap({ name: 'CompiledAhead', stage }, (assets) => {
        for (const [file, source] of Object.entries(assets)) {
          if (!file.endsWith('.js') || source.size() < BIG_SCRIPT) continue;
          compilation.updateAsset(file, new ConcatSource('//# allFunctionsCalledOnLoad\n', source));
        }
      });
    });
  }
}

/** Asked for by the frame and so by each of its pages: one file, as a slow phone pays for each request. */
const ofEachPage = ['query', 'ui', 'ui/icons'].map((name) => `provide module (default) @linkway/kit/${name}@`);
const isOfEachPage = ({ module }) => ofEachPage.some((provider) => module?.identifier().startsWith(provider));
const frameFiles = {
  name: 'frame',
  chunks: 'async',
  enforce: true,
  test: (module, { chunkGraph }) =>
    [...chunkGraph.getModuleChunksIterable(module)].some((chunk) =>
      [...chunk.groupsIterable].some((group) => group.origins.some(isOfEachPage)),
    ),
};

/** The light pages are one file each, whatever they share: a slow phone pays for each request. */
const isShareable = (chunk) => !chunk.canBeInitial() && !['login', 'register'].includes(chunk.name);

/** The host: brings every facade, knows no remote at build time. */
export function shellConfig({ dir, entry, template, production, port, preload = {} }) {
  const config = base({ dir, production });
  return {
    ...config,
    entry: { main: entry },
    output: { ...config.output, publicPath: '/', uniqueName: 'shell' },
    optimization: { ...config.optimization, splitChunks: { chunks: isShareable, cacheGroups: { frame: frameFiles } } },
    plugins: [
      ...config.plugins,
      new HtmlPlugin({ template, scriptLoading: 'defer', minify: false }),
      new ModuleFederationPlugin({
        name: 'shell',
        shared: shared('shell'),
        shareStrategy: 'loaded-first',
        ...federation('shell'),
      }),
      new ProvideFacades(),
      new CompiledAhead(),
      new PreloadPlugin(preload),
      new BundleReport(),
      ...(production ? [new LightPages()] : []),
    ],
    devServer: {
      ...config.devServer,
      port,
      proxy: [{ context: ['/api', '/config.json', '/remotes'], target: server }],
    },
  };
}

/**
 * The shell's pages as a program for Node that draws them: the same sources and class names, without federation. What only a signed-in
 * person or a press needs is left out; it is never drawn here.
 */
export function prerenderConfig({ dir, entry, path: folder }) {
  const config = base({ dir, production: true });
  const [scripts, styles, files] = config.module.rules;
  const [loader] = styles.use.slice(-1);
  const modules = { ...loader.options.modules, exportOnlyLocals: true };
  return {
    ...config,
    entry: { prerender: entry },
    target: 'node20',
    output: {
      ...config.output,
      path: folder,
      clean: false,
      publicPath: '/',
      filename: '[name].cjs',
      chunkFilename: '[name].cjs',
      library: { type: 'commonjs2' },
    },
    externals: ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/server', 'react-dom/static'],
    externalsType: 'commonjs',
    resolve: {
      ...config.resolve,
      alias: {
        ...config.resolve.alias,
        [resolve(dir, 'src/frame/dashboard-frame')]: false,
      },
    },
    module: {
      rules: [
        scripts,
        { ...styles, use: [{ ...loader, options: { ...loader.options, modules } }] },
        { ...files, generator: { emit: false } },
      ],
    },
    plugins: config.plugins.slice(0, 1),
    optimization: { minimize: false, moduleIds: 'deterministic' },
  };
}

/** A remote: its exposed modules and its own pages; everything shared comes from the shell. */
export function remoteConfig({ dir, name, exposes, production, released = process.env.LINKWAY_SHELL_FACADES }) {
  const config = base({ dir, production });
  return {
    ...config,
    entry: {},
    output: { ...config.output, publicPath: 'auto', uniqueName: name },
    plugins: [
      ...config.plugins,
      new ModuleFederationPlugin({
        name,
        filename: 'remoteEntry.js',
        manifest: true,
        exposes,
        shared: shared('remote'),
        shareStrategy: 'loaded-first',
        ...federation('remote'),
      }),
      new NeedFacades({ released }),
      new TabsPlugin(dir),
      new CompiledAhead(),
      new BundleReport(),
    ],
  };
}

/** A remote alone on a page of its own, for its team: an ordinary application without federation. */
export function standaloneConfig({ dir, entry, template, port }) {
  const config = base({ dir, production: false });
  return {
    ...config,
    entry: { main: entry },
    output: { ...config.output, path: resolve(dir, 'dist-standalone'), publicPath: '/' },
    plugins: [...config.plugins, new HtmlPlugin({ template })],
    devServer: { ...config.devServer, port },
  };
}
