import { decode } from "@jridgewell/sourcemap-codec";
import { relative, resolve } from "node:path";
import type { WrittenPlaces } from "#platform/written-trace";

/** Of the form of version 3 (ECMA-426), what is used of it. */
type SourceMap = { sources: string[]; mappings: string };

/**
 * Of a bundle's map (its JSON, whose files are named from `folder`) what traces are told by: where a line of the
 * sources begins. Files are named from `project`. A fourteenth of the map.
 */
export function placesOf(
  text: string,
  { folder, project }: { folder: string; project: string },
): WrittenPlaces {
  const { sources, mappings }: SourceMap = JSON.parse(text);
  let [lastFile, lastLine] = [-1, -1];
  const lines = decode(mappings).map((segments) =>
    segments.flatMap(([column, file, line]) => {
      if (file === undefined || line === undefined) return [];
      if (file === lastFile && line === lastLine) return [];
      [lastFile, lastLine] = [file, line];
      return [column, file, line + 1];
    }),
  );
  return { files: sources.map((source) => relative(project, resolve(folder, source))), lines };
}
