import { iconText, makesStyles, sharedText, withTexts } from './antd-styles.mjs';

/** Of webpack: a module of antd that makes styles has them as texts; `texts.ts` of src/ui/antd-styles has those of no component. */
function antdStyles(source) {
  if (/[\\/]antd-styles[\\/]texts\.ts$/.test(this.resourcePath)) {
    return `export const shared = ${JSON.stringify(sharedText())};\nexport const icons = ${JSON.stringify(iconText())};\n`;
  }
  return makesStyles(source) ? withTexts(source, this.resourcePath) : source;
}

export default antdStyles;
