import type { Core, NodeSingular } from "cytoscape";
import { FONT } from "../../../theme/tokens";
import { detailAt, type Candidate, type Detail } from "./level-of-detail";
import { NODE_SIZE, type Colors } from "./node-image";

/** Icons are never smaller on the screen, and names never smaller or larger (px). */
const MIN_ICON = 20;
/** Radius of what stands for a device that is too small for its icon (px), and as a share of its side. */
const DOT = { least: 1.5, share: 0.3 };
const NAME = { least: 11, most: 16, onMap: 13 };
/** White around the letters, so that a link behind them does not cross them out (px). */
const HALO = 3;
/** Before devices that were found nothing else has room. */
const FOUND = 1_000_000;
const DOWN = 1000;

type Shown = Candidate & { name: string; image: string; dot: string; isFaded: boolean };

/** On the screen (px). */
type Spot = { x: number; y: number; size: number };

/**
 * Names and small icons of devices, on a canvas of their own over that of the library, which draws a device's name only
 * where it is large enough. What matters most is shown first: what was found, what is down, hubs.
 */
export function drawDetails(core: Core, container: HTMLElement, initial: Colors) {
  const canvas = document.createElement("canvas");
  canvas.setAttribute("aria-hidden", "true");
  Object.assign(canvas.style, {
    position: "absolute",
    top: "0",
    left: "0",
    pointerEvents: "none",
    zIndex: "1",
  });
  container.append(canvas);
  const pen = canvas.getContext("2d");
  const images = new Map<string, HTMLImageElement>();
  let colors = initial;
  let shown: Shown[] | undefined;
  let detail: { zoom: number; found: Detail } | undefined;
  let frame = 0;

  const redraw = () => {
    if (frame === 0) frame = requestAnimationFrame(draw);
  };
  const renew = () => {
    shown = undefined;
    detail = undefined;
    redraw();
  };
  core.on("viewport resize", redraw);
  core.on("add remove position data", renew);

  function draw(): void {
    frame = 0;
    if (pen === null || core.destroyed()) return;
    const [width, height] = [core.width(), core.height()];
    fitCanvas(canvas, width, height);
    pen.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    pen.clearRect(0, 0, width, height);
    const zoom = core.zoom();
    const nameSize = Math.min(NAME.most, Math.max(NAME.least, NAME.onMap * zoom));
    pen.font = `${nameSize}px ${FONT}`;
    shown ??= core.nodes("[!isBox]").map(toShown);
    if (detail?.zoom !== zoom) {
      for (const one of shown) one.nameWidth = pen.measureText(one.name).width;
      const measures = { zoom, size: NODE_SIZE, leastSize: MIN_ICON, nameHeight: nameSize };
      detail = { zoom, found: detailAt(shown, measures) };
    }
    const { x: left, y: top } = core.pan();
    const seen = shown.filter(({ x, y }) => {
      const [atX, atY] = [x * zoom + left, y * zoom + top];
      return atX > -100 && atX < width + 100 && atY > -40 && atY < height + 40;
    });
    const side = Math.max(NODE_SIZE * zoom, MIN_ICON);
    const isSmall = side > NODE_SIZE * zoom;
    // Dots first: an icon lies over those beside it.
    for (const { id, x, y, dot, isFaded } of isSmall ? seen : []) {
      if (detail.found.icons.has(id)) continue;
      pen.globalAlpha = isFaded ? 0.2 : 1;
      drawDot(pen, dot, { x: x * zoom + left, y: y * zoom + top, size: NODE_SIZE * zoom });
    }
    for (const { id, x, y, name, image, isFaded } of seen) {
      pen.globalAlpha = isFaded ? 0.2 : 1;
      const [atX, atY] = [x * zoom + left, y * zoom + top];
      if (isSmall && detail.found.icons.has(id)) drawIcon(pen, image, { x: atX, y: atY, size: side });
      if (detail.found.names.has(id)) drawName(pen, name, { x: atX, y: atY + side / 2 + 2, size: nameSize });
    }
    pen.globalAlpha = 1;
  }

  function drawIcon(on: CanvasRenderingContext2D, image: string, { x, y, size: side }: Spot): void {
    const picture = images.get(image) ?? load(image);
    on.fillStyle = colors.surface;
    on.strokeStyle = colors["control-border"];
    on.lineWidth = 1;
    on.beginPath();
    on.roundRect(x - side / 2, y - side / 2, side, side, 3);
    on.fill();
    on.stroke();
    if (picture.complete) on.drawImage(picture, x - side / 2, y - side / 2, side, side);
  }

  /** In the place of an icon that nobody could read: that a device is there, in the colour of its state. */
  function drawDot(on: CanvasRenderingContext2D, color: string, { x, y, size }: Spot): void {
    on.fillStyle = colors.page;
    on.fillRect(x - size / 2 - 1, y - size / 2 - 1, size + 2, size + 2);
    on.fillStyle = color;
    on.beginPath();
    on.arc(x, y, Math.max(DOT.least, size * DOT.share), 0, 2 * Math.PI);
    on.fill();
  }

  function load(image: string): HTMLImageElement {
    const picture = new Image();
    picture.addEventListener("load", redraw);
    picture.src = image;
    images.set(image, picture);
    return picture;
  }

  function drawName(on: CanvasRenderingContext2D, name: string, { x, y, size }: Spot): void {
    on.textAlign = "center";
    on.textBaseline = "top";
    on.lineJoin = "round";
    on.strokeStyle = colors.page;
    on.lineWidth = HALO;
    on.strokeText(name, x, y + (size - NAME.least) / 4);
    on.fillStyle = colors.text;
    on.fillText(name, x, y + (size - NAME.least) / 4);
  }

  redraw();
  return {
    renew,
    setColors(next: Colors) {
      colors = next;
      images.clear();
      renew();
    },
    destroy() {
      cancelAnimationFrame(frame);
      canvas.remove();
    },
  };
}

function toShown(node: NodeSingular): Shown {
  const { x, y } = node.position();
  const isFound = node.hasClass("hit") || node.hasClass("source") || node.selected();
  return {
    id: node.id(),
    x,
    y,
    name: String(node.data("name")),
    image: String(node.data("image")),
    dot: String(node.data("dot")),
    isFaded: node.hasClass("far"),
    nameWidth: 0,
    weight: node.degree(false) + (isFound ? FOUND : 0) + (node.data("isDown") === true ? DOWN : 0),
  };
}

function fitCanvas(canvas: HTMLCanvasElement, width: number, height: number): void {
  const [fine, high] = [Math.round(width * devicePixelRatio), Math.round(height * devicePixelRatio)];
  if (canvas.width === fine && canvas.height === high) return;
  canvas.width = fine;
  canvas.height = high;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
}
