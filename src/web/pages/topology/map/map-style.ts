import type { StylesheetJson } from "cytoscape";
import { FONT } from "../../../theme/tokens";
import { NODE_SIZE, NO_IMAGE, type Colors } from "./node-image";

/** Names of groups smaller than this on the screen are not drawn (px). */
const LEGIBLE = 7.5;

/**
 * What devices are called, for a picture of the whole map: on the screen their names are drawn over it
 * (`draw-details.ts`).
 */
export function deviceNames(colors: Colors): StylesheetJson {
  return [
    {
      selector: "node[!isBox]",
      style: {
        label: "data(name)",
        "font-family": FONT.replaceAll("'", '"'),
        color: colors.text,
        "font-size": 13,
        "text-valign": "bottom",
        "text-margin-y": 4,
      },
    },
  ];
}

/**
 * How the map looks by itself, in the colours of the theme.
 *
 * Each property costs the library a walk over an element's box, neighbours and links when it is first drawn: nothing
 * here says what is so anyway, and no selector takes back what another one has said.
 */
export function mapStyle(colors: Colors): StylesheetJson {
  // It takes double quotes only.
  const font = FONT.replaceAll("'", '"');
  const label = { label: "data(name)", "font-family": font } as const;
  const box = {
    ...label,
    shape: "round-rectangle",
    "background-image": NO_IMAGE,
    "background-color": colors.text,
    "background-opacity": 0.03,
    "border-width": 1,
    "border-color": colors["control-border"],
    padding: "24px",
    "text-margin-y": -4,
  } as const;
  return [
    {
      selector: "node[!isBox]",
      style: {
        shape: "round-rectangle",
        width: NODE_SIZE,
        height: NODE_SIZE,
        "background-color": colors.surface,
        "background-image": "data(image)",
        "border-width": 1,
        "border-color": colors["control-border"],
      },
    },
    {
      selector: "node[?isBox][!isSite]",
      style: {
        ...box,
        "border-style": "dashed",
        color: colors.dimmed,
        "font-size": 16,
        "min-zoomed-font-size": LEGIBLE,
      },
    },
    {
      selector: "node[?isSite]",
      style: { ...box, color: colors.text, "font-size": "data(nameSize)", "font-weight": 600 },
    },
    {
      selector: "edge",
      style: {
        width: "data(width)",
        "curve-style": "bezier",
        "control-point-step-size": 28,
        "line-color": colors["control-border"],
      },
    },
    { selector: "edge[?isDotted]", style: { "line-style": "dotted" } },
    { selector: "edge[?isDashed]", style: { "line-style": "dashed" } },
    { selector: "edge[?isSuggested]", style: { "line-color": colors.link } },
    {
      selector: "edge[arrow = 'target']",
      style: { "target-arrow-shape": "triangle", "target-arrow-color": colors["control-border"] },
    },
    {
      selector: "edge[arrow = 'source']",
      style: { "source-arrow-shape": "triangle", "source-arrow-color": colors["control-border"] },
    },
    {
      selector: "edge[?color]",
      style: {
        "line-color": "data(color)",
        "target-arrow-color": "data(color)",
        "source-arrow-color": "data(color)",
      },
    },
    { selector: ":active", style: { "overlay-opacity": 0 } },
  ];
}

/**
 * What the pointer, the search and the panel have brought out; a picture of the map has none of it. Classes: `hit`,
 * `near`, `far`, `source`.
 */
export function emphasisStyle(colors: Colors): StylesheetJson {
  return [
    { selector: ".far", style: { opacity: 0.2 } },
    {
      selector: "edge.near",
      style: {
        "line-color": colors.link,
        "target-arrow-color": colors.link,
        "source-arrow-color": colors.link,
        "z-index": 2,
      },
    },
    { selector: "node.near", style: { "border-color": colors.link, "border-width": 2 } },
    {
      selector: "node.hit",
      style: { "underlay-color": colors.link, "underlay-opacity": 0.3, "underlay-padding": 6 },
    },
    // What is faded stays so, found or not.
    { selector: "node.hit.far", style: { "underlay-opacity": 0 } },
    { selector: "node.source", style: { "border-color": colors.link, "border-width": 4 } },
    {
      selector: "node:selected",
      style: { "border-color": colors.link, "border-width": 3, "border-style": "solid" },
    },
    {
      selector: "edge:selected",
      style: {
        width: 4,
        "line-color": colors.link,
        "target-arrow-color": colors.link,
        "source-arrow-color": colors.link,
        "z-index": 3,
      },
    },
  ];
}
