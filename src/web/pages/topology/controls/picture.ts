import type { Core } from "cytoscape";
import { FONT } from "../../../theme/tokens";
import { STATES } from "../colours/states";
import type { LegendEntry } from "../colours/colouring";
import { statusImage, type Colors } from "../map/node-image";

/** Pixels of the picture for one of the map. */
const FINEST = 2;
/** Of the picture, each way (px). Browsers make no larger canvas, some not even this one. */
const MAX_PX = 8000;
/** Halvings before it is given up. */
const TRIES = 4;

/** What stands around the map. */
export type PictureFrame = {
  title: string;
  /** When it was so, in words. */
  date: string;
  legend: { title: string; entries: readonly LegendEntry[] };
};

/** All of the map as a PNG, as fine as the browser has the memory for. Throws what the browser said to the smallest. */
export async function takePicture(core: Core, colors: Colors, frame: PictureFrame): Promise<Blob> {
  const { w, h } = core.elements().boundingBox();
  let failure: unknown;
  let scale = Math.min(FINEST, MAX_PX / Math.max(w, h));
  for (let tries = 0; tries < TRIES; tries++, scale /= 2) {
    try {
      const map = await core.png({ output: "blob-promise", full: true, scale, bg: colors.page });
      return await framed(map, colors, frame);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** Pixels of what stands around a map of the usual width; around a wider one all of it grows. */
const EDGE = 24;
const HEAD = 76;
const ROW = 26;
const COLUMN = 260;
const USUAL_WIDTH = 1600;
const MIN_WIDTH = 2 * EDGE + 2 * COLUMN;

async function framed(map: Blob, colors: Colors, { title, date, legend }: PictureFrame): Promise<Blob> {
  const image = await createImageBitmap(map);
  const items = await itemsOf(legend.entries, colors);
  const scale = Math.max(1, image.width / USUAL_WIDTH);
  const width = Math.max(image.width / scale, MIN_WIDTH);
  const columns = Math.floor((width - 2 * EDGE) / COLUMN);
  const foot = 2 * EDGE + ROW * (1 + Math.ceil(items.length / columns));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round((HEAD + foot) * scale) + image.height;
  const pen = canvas.getContext("2d");
  if (pen === null) throw new Error("there is no room for the picture");
  pen.fillStyle = colors.page;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, (canvas.width - image.width) / 2, HEAD * scale);
  pen.scale(scale, scale);
  pen.textBaseline = "middle";
  const write = (text: string, { x, y, font, color, most }: Written) => {
    pen.font = `${font} ${FONT}`;
    pen.fillStyle = colors[color];
    pen.fillText(text, x, y, most);
  };
  const whole = width - 2 * EDGE;
  write(title, { x: EDGE, y: 30, font: "600 24px", color: "text", most: whole });
  write(date, { x: EDGE, y: 56, font: "14px", color: "dimmed", most: whole });
  const top = HEAD + image.height / scale + EDGE;
  write(legend.title, { x: EDGE, y: top + ROW / 2, font: "600 15px", color: "text", most: whole });
  for (const [index, { label, draw }] of items.entries()) {
    const x = EDGE + (index % columns) * COLUMN;
    const y = top + ROW * (1 + Math.floor(index / columns)) + ROW / 2;
    draw(pen, x, y);
    write(label, { x: x + 40, y, font: "14px", color: "text", most: COLUMN - 48 });
  }
  return await new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error("there is no room for the picture")) : resolve(blob)),
      "image/png",
    );
  });
}

type Written = { x: number; y: number; font: string; color: "text" | "dimmed"; most: number };

type Item = { label: string; draw: (pen: CanvasRenderingContext2D, x: number, y: number) => void };

/** The states where the map is coloured by nothing else. */
async function itemsOf(entries: readonly LegendEntry[], colors: Colors): Promise<Item[]> {
  if (entries.length > 0) return entries.map((entry) => entryItem(entry, colors));
  return await Promise.all(
    STATES.map(async ({ status, label }) => {
      const mark = new Image();
      mark.src = statusImage(status, colors);
      await mark.decode();
      return {
        label,
        draw: (pen: CanvasRenderingContext2D, x: number, y: number) =>
          pen.drawImage(mark, x + 7, y - 9, 18, 18),
      };
    }),
  );
}

function entryItem({ color, label, count, width, isDotted = false }: LegendEntry, colors: Colors): Item {
  return {
    label: `${label} (${count})`,
    draw(pen, x, y) {
      pen.fillStyle = colors[color];
      pen.strokeStyle = width === undefined ? colors["control-border"] : colors[color];
      pen.lineWidth = width ?? 1;
      pen.setLineDash(isDotted ? [2, 4] : []);
      pen.beginPath();
      if (width === undefined) {
        pen.roundRect(x + 4, y - 10, 24, 20, 3);
        pen.fill();
      } else {
        pen.moveTo(x, y);
        pen.lineTo(x + 32, y);
      }
      pen.stroke();
      pen.setLineDash([]);
    },
  };
}
