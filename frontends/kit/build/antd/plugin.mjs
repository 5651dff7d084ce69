import { fileURLToPath } from 'node:url';
import webpack from 'webpack';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const loader = path('./loader.mjs');
const own = (name) => path(`../../src/ui/antd-styles/${name}.ts`);

/** The rules and plugins by which antd's style sheets are made by the build (antd-styles.mjs says why). */
export const antdStyleRules = () => [
  { test: /[\\/]node_modules[\\/]antd[\\/]es[\\/].*\.js$/, exclude: /[\\/]genStyleUtils\.js$/, use: loader },
  { test: own('texts'), enforce: 'post', use: loader },
];

export const antdStylePlugins = () =>
  [
    ['genStyleUtils', 'style-hooks'],
    ['useResetIconStyle', 'icon-style'],
  ].map(
    ([theirs, ours]) =>
      new webpack.NormalModuleReplacementPlugin(new RegExp(`/${theirs}$`), (asked) => {
        if (/[\\/]antd[\\/]es[\\/]/.test(`${asked.context}/`)) asked.request = own(ours);
      }),
  );
