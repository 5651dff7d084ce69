import type { BrowserContext } from '@playwright/test';

/** A text on a canvas, where it stands in CSS pixels of the canvas. */
export interface CanvasText {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly fill: string;
}

export const CANVAS_TEXTS = 'canvasTexts';

/** Writes down what is written on canvases, as nothing else tells: `canvas.canvasTexts`, anew with each drawing. */
export const watchCanvasTexts = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript((property) => {
    const kept = new WeakMap<HTMLCanvasElement, CanvasText[]>();
    const of = (canvas: HTMLCanvasElement): CanvasText[] => {
      const texts = kept.get(canvas) ?? [];
      kept.set(canvas, texts);
      return texts;
    };
    Object.defineProperty(HTMLCanvasElement.prototype, property, {
      get(this: HTMLCanvasElement) {
        return of(this);
      },
    });
    const drawing = CanvasRenderingContext2D.prototype;
    const { clearRect, fillText } = drawing;
    drawing.clearRect = function (x, y, width, height) {
      const { a, d } = this.getTransform();
      const isWhole = width * a >= this.canvas.width && height * d >= this.canvas.height;
      if (isWhole) of(this.canvas).length = 0;
      clearRect.call(this, x, y, width, height);
    };
    drawing.fillText = function (text, x, y, ...most) {
      if (text.trim() !== '' && this.globalAlpha > 0) {
        const { actualBoundingBoxLeft, actualBoundingBoxRight, actualBoundingBoxAscent, actualBoundingBoxDescent } =
          this.measureText(text);
        const matrix = this.getTransform();
        const corners = [
          [x - actualBoundingBoxLeft, y - actualBoundingBoxAscent],
          [x + actualBoundingBoxRight, y - actualBoundingBoxAscent],
          [x - actualBoundingBoxLeft, y + actualBoundingBoxDescent],
          [x + actualBoundingBoxRight, y + actualBoundingBoxDescent],
        ].map(([left, top]) => matrix.transformPoint({ x: left, y: top }));
        const scale = this.canvas.width / (this.canvas.getBoundingClientRect().width || this.canvas.width);
        const xs = corners.map((corner) => corner.x / scale);
        const ys = corners.map((corner) => corner.y / scale);
        of(this.canvas).push({
          text,
          left: Math.min(...xs),
          right: Math.max(...xs),
          top: Math.min(...ys),
          bottom: Math.max(...ys),
          fill: typeof this.fillStyle === 'string' ? this.fillStyle : '',
        });
      }
      fillText.call(this, text, x, y, ...most);
    };
  }, CANVAS_TEXTS);
