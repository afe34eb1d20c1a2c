import type { Core } from "cytoscape";
import { FONT } from "../../theme/tokens";
import { STATES } from "./states";
import type { LegendEntry } from "./colouring";
import { statusImage, type Colors } from "./node-image";

/** Pixels of the picture for one of the map. */
const FINEST = 2;
/** Of the picture, each way (px). Browsers make no larger canvas, some not even this one. */
const MOST_PX = 8000;
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
  let scale = Math.min(FINEST, MOST_PX / Math.max(w, h));
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

/** Pixels of the picture; texts have this size whatever the scale of the map. */
const EDGE = 32;
const HEAD = 84;
const ROW = 32;
const COLUMN = 300;
const LEAST_WIDTH = 2 * EDGE + 2 * COLUMN;

async function framed(map: Blob, colors: Colors, { title, date, legend }: PictureFrame): Promise<Blob> {
  const image = await createImageBitmap(map);
  const items = await itemsOf(legend.entries, colors);
  const width = Math.max(image.width, LEAST_WIDTH);
  const columns = Math.floor((width - 2 * EDGE) / COLUMN);
  const foot = EDGE + ROW * (1 + Math.ceil(items.length / columns)) + EDGE;
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = HEAD + image.height + foot;
  const pen = canvas.getContext("2d");
  if (pen === null) throw new Error("there is no room for the picture");
  pen.fillStyle = colors.page;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, (width - image.width) / 2, HEAD);
  pen.textBaseline = "middle";
  pen.fillStyle = colors.text;
  pen.font = `600 28px ${FONT}`;
  pen.fillText(title, EDGE, 34, width - 2 * EDGE);
  pen.fillStyle = colors.dimmed;
  pen.font = `16px ${FONT}`;
  pen.fillText(date, EDGE, 64);
  const top = HEAD + image.height + EDGE;
  pen.fillStyle = colors.text;
  pen.font = `600 18px ${FONT}`;
  pen.fillText(legend.title, EDGE, top + ROW / 2);
  pen.font = `16px ${FONT}`;
  for (const [index, { label, draw }] of items.entries()) {
    const x = EDGE + (index % columns) * COLUMN;
    const y = top + ROW * (1 + Math.floor(index / columns)) + ROW / 2;
    draw(pen, x, y);
    pen.fillStyle = colors.text;
    pen.fillText(label, x + 44, y, COLUMN - 56);
  }
  return await new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error("there is no room for the picture")) : resolve(blob)),
      "image/png",
    );
  });
}

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
