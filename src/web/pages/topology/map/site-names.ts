import type { Core } from "cytoscape";

/** Of the name of a site: px on the map at first and at most, and the least on the screen. */
export const SITE_NAME = { size: 24, most: 192, least: 12 };

/**
 * Names of sites are read at any distance: they grow by steps as the map gets smaller, so that few redraws are new.
 * Gives the size that they have now (px): what is added has it from the start, because a change afterwards costs all
 * that the site holds.
 */
export function keepSiteNamesLegible(core: Core): { size: () => number } {
  let size = SITE_NAME.size;
  core.on("zoom", () => {
    const steps = Math.ceil(Math.log2(SITE_NAME.least / (core.zoom() * SITE_NAME.size)));
    const next = Math.min(SITE_NAME.most, SITE_NAME.size * 2 ** Math.max(0, steps));
    if (next === size) return;
    size = next;
    const sites = core.nodes("[?isSite]");
    if (sites.nonempty()) core.batch(() => sites.style("font-size", size));
  });
  return { size: () => size };
}
