// antd makes each component's style sheet while the page runs: functions that answer with objects, which a compiler makes CSS of.
// Its text is the same in every theme (what differs are CSS variables), so the build makes it: in each style module of antd the
// function gives way to the text that it would have become. src/ui/antd-styles puts that into the page where antd would have.
import { createRequire } from 'node:module';
import { sep } from 'node:path';
import { compileFunction } from 'node:vm';
import { parseSync, printSync, transformSync } from '@swc/core';

const require = createRequire(import.meta.url);

/**
 * Stand in the text for what the page alone knows: the class of antd's version, the component's prefix, and the class of its whole. Plain words, as
 * some become parts of variables' names.
 */
export const HASH = 'lwhash';
export const PREFIX = 'lwprefix';
export const ROOT = 'lwroot';

const MAKERS = ['genStyleHooks', 'genSubStyleComponent', 'genComponentStyleHook'];
const CALL = new RegExp(`\\b(?:${MAKERS.join('|')})\\(`);

/** Is this a module of antd that makes styles? One that does so past the calls would have none, and fails the build. */
export function makesStyles(source) {
  if (/\buseStyleRegister\(/.test(source)) throw new Error('a style is registered where the build does not see it');
  return CALL.test(source);
}

/** What antd has as its look, and the furthest from it that ours goes: a text that differs between them cannot be made ahead. */
const themes = () => {
  const { darkAlgorithm } = require('antd/lib/theme/index.js').default;
  return [
    {},
    {
      algorithm: darkAlgorithm,
      token: {
        motion: false,
        fontSize: 13,
        controlHeight: 44,
        borderRadius: 9,
        colorPrimary: '#123456',
        lineHeight: 1.3,
      },
    },
  ];
};

/**
 * Texts of a style module: one for each call, with the names of the component and its part.
 * @returns {{ name: string, text: [css: string, keyframes: Record<string, string>] }[]}
 */
export const textsIn = (source, file) =>
  textsOf(source, file, callsOf(parseSync(source, { syntax: 'ecmascript' })).length);

/**
 * The source of a style module with its functions replaced by `[css, { [name of keyframes]: css }]`.
 * @param {string} source of a file below antd/es
 * @param {string} file
 */
export function withTexts(source, file) {
  const program = parseSync(source, { syntax: 'ecmascript' });
  const calls = callsOf(program);
  const texts = textsOf(source, file, calls.length);
  for (const [at, call] of calls.entries()) call.arguments[1] = { expression: literal(texts[at].text) };
  return printSync(program, { jsc: { target: 'es2022' } }).code;
}

/** The calls that make styles, in their order in the source. */
function callsOf(program) {
  const calls = [];
  const look = (node) => {
    if (node === null || typeof node !== 'object') return;
    if (node.type === 'CallExpression' && MAKERS.includes(node.callee.value)) calls.push(node);
    for (const child of Object.values(node)) look(child);
  };
  look(program);
  return calls;
}

const literal = (value) =>
  parseSync(`(${JSON.stringify(value)})`, { syntax: 'ecmascript' }).body[0].expression.expression;

/** Runs the module on antd's own build for Node, and takes what each call would have made. */
function textsOf(source, file, count) {
  const taken = new Map();
  const exported = run(source, file, (at, ...call) => {
    taken.set(at, call);
    return () => [];
  });
  // Tooltips make theirs each time they are drawn.
  if (taken.size < count) for (const one of Object.values(exported)) if (typeof one === 'function') one(PREFIX, ROOT);
  return Array.from({ length: count }, (_, at) => {
    const call = taken.get(at);
    if (!call) throw new Error(`${file}: a style is made where the build does not see it`);
    const [first, ...others] = themes().map((theme) => textOf(call, theme));
    if (others.some((other) => JSON.stringify(other) !== JSON.stringify(first))) {
      throw new Error(`${file}: the style differs between themes, and cannot be made ahead`);
    }
    return { name: nameOf(call[1]), text: first };
  });
}

function run(source, file, take) {
  const numbered = parseSync(source, { syntax: 'ecmascript' });
  for (const [at, call] of callsOf(numbered).entries()) {
    const name = call.callee.value;
    call.callee = { ...call.callee, value: 'takeStyle' };
    call.arguments = [{ expression: literal(at) }, { expression: literal(name) }, ...call.arguments];
  }
  const { code } = transformSync(printSync(numbered, {}).code, {
    module: { type: 'commonjs' },
    jsc: { target: 'es2022' },
  });
  const own = createRequire(forNode(file));
  const module = { exports: {} };
  compileFunction(code, ['require', 'module', 'exports', 'takeStyle'])(own, module, module.exports, take);
  return module.exports;
}

/** The file of antd's build for Node that is as one of its build for browsers. */
const forNode = (file) => file.replace(`${sep}antd${sep}es${sep}`, `${sep}antd${sep}lib${sep}`);

const nameOf = (component) => {
  const [name, part = name] = [component].flat();
  return `${name}-${part}`;
};

function textOf([maker, component, styles, getDefaultToken, options], theme) {
  const utils = require('antd/lib/theme/util/genStyleUtils.js');
  return drawn(theme, nameOf(component), () => {
    const made = utils[maker](component, styles, getDefaultToken, options);
    return maker === 'genSubStyleComponent' ? made({ prefixCls: PREFIX, rootCls: ROOT }) : void made(PREFIX, ROOT);
  });
}

/** Of every component: how links and icons look in one. */
export const sharedText = () => {
  const utils = require('antd/lib/theme/util/genStyleUtils.js');
  return drawn({}, 'Shared', () => void utils.genComponentStyleHook('Any', () => [])(PREFIX));
};

/** Of the icons, which have no hash. */
export const iconText = () => drawn({}, 'ant-design-icons', () => undefined);

/** Draws in a provider of its own, and reads what was registered under a name. */
function drawn(theme, name, draw) {
  const { createElement } = require('react');
  const { renderToString } = require('react-dom/server');
  const { createCache, StyleProvider } = require('@ant-design/cssinjs');
  const { normalizeStyle } = require('@ant-design/cssinjs/lib/hooks/useStyleRegister.js');
  const { default: ConfigProvider } = require('antd/lib/config-provider/index.js');
  const { default: useToken } = require('antd/lib/theme/useToken.js');
  const cache = createCache();
  let hash = '';
  const Probe = () => {
    [, , hash] = useToken();
    return draw() ?? null;
  };
  renderToString(
    createElement(StyleProvider, { cache }, createElement(ConfigProvider, { theme }, createElement(Probe))),
  );
  const found = [...cache.cache].find(([key]) => key.startsWith('style%') && key.split('%').includes(name));
  if (!found) throw new Error(`antd has registered no style for ${name}`);
  const [css, , effects] = found[1][1];
  const general = (text) => {
    if (text.includes(HASH)) throw new Error(`${name}: its text has a word that stands for something else`);
    return text.replaceAll(hash, HASH);
  };
  return [
    general(css),
    Object.fromEntries(
      Object.entries(effects).map(([key, text]) => [general(key), general(normalizeStyle(text, false))]),
    ),
  ];
}
