// jsdom with what browsers have and jsdom lacks.
import { TestEnvironment } from 'jest-environment-jsdom';

class ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** Nothing is out of view where nothing is laid out. */
class IntersectionObserver {
  constructor(report) {
    this.report = report;
  }
  observe(target) {
    queueMicrotask(() => this.report([{ target, isIntersecting: true }], this));
  }
  unobserve() {}
  disconnect() {}
}

// Node's own keeps the process alive; antd only posts to itself.
class MessageChannel {
  port1 = { onmessage: null, close() {} };
  port2 = { postMessage: (data) => setTimeout(() => this.port1.onmessage?.({ data })), close() {} };
}

const mediaQuery = (media) => ({
  media,
  matches: false,
  addEventListener() {},
  removeEventListener() {},
  addListener() {},
  removeListener() {},
});

/**
 * No test looks at a style sheet, and antd measures: jsdom would match each of its thousands of rules against every element
 * that is looked at, which is half of a page's time. Sheets of another type are not read.
 */
function leaveOutStyles(document) {
  const create = document.createElement.bind(document);
  document.createElement = (name, options) => {
    const element = create(name, options);
    if (name === 'style') element.setAttribute('type', 'text/plain');
    return element;
  };
}

export default class BrowserEnvironment extends TestEnvironment {
  #antdStyles;

  constructor(config, context) {
    super(config, context);
    this.#antdStyles = config.projectConfig.testEnvironmentOptions.antdStyles === true;
  }

  async setup() {
    await super.setup();
    this.global.antdStyles = this.#antdStyles;
    Object.assign(this.global, {
      fetch,
      Request,
      Response,
      Headers,
      AbortController,
      AbortSignal,
      TextEncoder,
      TextDecoder,
      structuredClone,
      ResizeObserver,
      IntersectionObserver,
      MessageChannel,
      IS_REACT_ACT_ENVIRONMENT: true,
    });
    this.global.matchMedia ??= mediaQuery;
    this.global.Element.prototype.scrollIntoView ??= () => {};
    this.global.scrollTo = () => {};
    // Called a minute after a file was saved, by when a slow file of tests is still running.
    this.global.URL.revokeObjectURL ??= () => {};
    const dialog = this.global.HTMLDialogElement.prototype;
    dialog.showModal ??= function showModal() {
      this.open = true;
    };
    dialog.close ??= function close() {
      this.open = false;
      this.dispatchEvent(new this.ownerDocument.defaultView.Event('close'));
    };
    leaveOutStyles(this.global.document);
    // jsdom prints an error for a pseudo element's style, which antd asks for; the element's own is close enough.
    const style = this.global.getComputedStyle.bind(this.global);
    this.global.getComputedStyle = (element) => style(element);
  }
}
