import { readFileSync } from "node:fs";
import type { BunPlugin } from "bun";

const HEAVY = 'import { useMergeRefs } from "@floating-ui/react";';
const LIGHT =
  'import { useMergedRef } from "@mantine/hooks";\nconst useMergeRefs = (refs) => useMergedRef(...refs);';

/**
 * Mantine's scroll area, which is in every dialog, takes one hook of ten lines from the library that places pop-ups; a
 * bundle in parts then loads all of that library (17 kB) with every dialog. Mantine's own hook does the same. Goes when
 * a release of Mantine has it so, which the build tells by failing.
 */
export const lightScrollArea: BunPlugin = {
  name: "light scroll area",
  setup(build) {
    build.onLoad(
      { filter: /[\\/]@mantine[\\/]core[\\/]esm[\\/]components[\\/]ScrollArea[\\/]ScrollArea\.mjs$/ },
      ({ path }) => {
        const source = readFileSync(path, "utf8");
        if (!source.includes(HEAVY))
          throw new Error(`${path} needs no change any more: remove light-scroll-area.ts`);
        return { contents: source.replace(HEAVY, LIGHT), loader: "js" };
      },
    );
  },
};
