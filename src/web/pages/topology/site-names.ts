import type { Core } from "cytoscape";

/** Of the name of a site: px on the map at first and at most, and the least on the screen. */
export const SITE_NAME = { size: 24, most: 192, least: 12 };

/** Names of sites are read at any distance: they grow by steps as the map gets smaller, so that few redraws are new. */
export function keepSiteNamesLegible(core: Core): { apply: () => void } {
  let size = SITE_NAME.size;
  const apply = () => {
    const sites = core.nodes("[?isSite]").filter((site) => site.numericStyle("font-size") !== size);
    if (sites.nonempty()) core.batch(() => sites.style("font-size", size));
  };
  core.on("zoom", () => {
    const steps = Math.ceil(Math.log2(SITE_NAME.least / (core.zoom() * SITE_NAME.size)));
    const next = Math.min(SITE_NAME.most, SITE_NAME.size * 2 ** Math.max(0, steps));
    if (next === size) return;
    size = next;
    apply();
  });
  return { apply };
}
