type Box = { left: number; right: number; top: number; bottom: number };

/** Between two lines, and how thick they are (CSS px). */
const LINES = { gap: 7, width: 2 };

/** Diagonal lines in the colour of the ground over a box of a canvas: what is below them is not complete. */
export function hatch(context: CanvasRenderingContext2D, box: Box, color: string): void {
  const { left, right, top, bottom } = box;
  const step = LINES.gap * devicePixelRatio;
  const height = bottom - top;
  context.save();
  context.beginPath();
  context.rect(left, top, right - left, height);
  context.clip();
  context.strokeStyle = color;
  context.lineWidth = LINES.width * devicePixelRatio;
  context.beginPath();
  for (let x = left - height; x < right; x += step) {
    context.moveTo(x, bottom);
    context.lineTo(x + height, top);
  }
  context.stroke();
  context.restore();
}
