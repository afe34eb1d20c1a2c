import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BUNDLES } from "../build/bundles";

/**
 * Where what a bundle holds was written: for each of its lines, by column, three numbers for each line of a source that
 * begins there: the column (from 0), the file's place in `files`, and its line (from 1).
 */
export type WrittenPlaces = { files: string[]; lines: number[][] };

const NUMBERS = 3;

const FOLDER = join(import.meta.dirname, "../..", BUNDLES);

/** Those of the last bundle that was asked for, until garbage is collected: errors come together. */
let kept: { file: string; places: WeakRef<WrittenPlaces> } | undefined;

/** The file beside a bundle that has its places, as JSON. */
export function placesFile(bundle: string): string {
  return `${bundle}.places`;
}

/**
 * A trace with files and lines as they were written, where it names a bundle of that folder that has its places beside
 * it; what else a trace names, a message among it, opens no file. The runtime would do so by a map, which it reads for
 * each error that outlives its function, and keeps: 4 to 13 MiB.
 */
export function writtenTrace(trace: string, folder = FOLDER): string {
  const bundled = new RegExp(`(${RegExp.escape(folder)}/[0-9a-f]{32}/[a-z-]+\\.js):(\\d+):(\\d+)`, "g");
  return trace.replaceAll(bundled, (whole, ...found: string[]) => {
    const [bundle = "", line, column] = found;
    const places = readPlaces(placesFile(bundle));
    return (places && writtenAt(places, Number(line), Number(column) - 1)) ?? whole;
  });
}

function readPlaces(file: string): WrittenPlaces | undefined {
  const last = kept?.file === file ? kept.places.deref() : undefined;
  if (last !== undefined) return last;
  try {
    // What our own build has written.
    const places: WrittenPlaces = JSON.parse(readFileSync(file, "utf8"));
    kept = { file, places: new WeakRef(places) };
    return places;
  } catch {
    // The trace is told as it is: nothing may keep an error out of the log.
    return undefined;
  }
}

/** `file:line` of what is at a place: of the last line of a source that begins at it or before. */
function writtenAt({ files, lines }: WrittenPlaces, line: number, column: number): string | undefined {
  const numbers = lines[line - 1] ?? [];
  let [low, high] = [0, numbers.length / NUMBERS];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle * NUMBERS] ?? 0) <= column) low = middle + 1;
    else high = middle;
  }
  const [, file, written] = numbers.slice((low - 1) * NUMBERS, low * NUMBERS);
  return file === undefined ? undefined : `${files[file]}:${written}`;
}
