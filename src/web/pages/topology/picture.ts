import type { Core } from "cytoscape";

/** Pixels of the picture for one of the map. */
const FINEST = 2;
/** Of the picture, each way (px). Browsers make no larger canvas, some not even this one. */
const MOST_PX = 8000;
/** Halvings before it is given up. */
const TRIES = 4;

/** All of the map as a PNG, as fine as the browser has the memory for. Throws what the browser said to the smallest. */
export async function takePicture(core: Core, background: string): Promise<Blob> {
  const { w, h } = core.elements().boundingBox();
  let failure: unknown;
  let scale = Math.min(FINEST, MOST_PX / Math.max(w, h));
  for (let tries = 0; tries < TRIES; tries++, scale /= 2) {
    try {
      return await core.png({ output: "blob-promise", full: true, scale, bg: background });
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}
