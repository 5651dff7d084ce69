// In the place of @ant-design/cssinjs/lib/hooks/useStyleRegister.js, which makes antd's style sheets as a page is drawn: a fifth of
// the time of a page's tests. The product's are made by its build (../build/antd), and no test of a page looks at one. Who looks
// at them has the real one: `@jest-environment-options {"antdStyles": true}`.
const real = require('@ant-design/cssinjs/lib/hooks/useStyleRegister');

module.exports = { ...real, __esModule: true, default: globalThis.antdStyles ? real.default : () => {} };
