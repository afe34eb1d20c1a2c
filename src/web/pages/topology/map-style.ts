import type { StylesheetJson } from "cytoscape";
import { FONT } from "../../theme/tokens";
import { NO_IMAGE, type Colors } from "./node-image";

/** Names smaller than this on the screen are not drawn (px). */
const LEGIBLE = 7.5;

/** How the map looks, in the colours of the theme. Classes: `hit`, `near`, `far`, `source`. */
export function mapStyle(colors: Colors): StylesheetJson {
  return [
    {
      selector: "node",
      style: {
        shape: "round-rectangle",
        width: 44,
        height: 44,
        "background-color": colors.surface,
        "background-image": "data(image)",
        "background-fit": "cover",
        "border-width": 1,
        "border-color": colors["control-border"],
        label: "data(name)",
        color: colors.text,
        // It takes double quotes only.
        "font-family": FONT.replaceAll("'", '"'),
        "font-size": 13,
        "min-zoomed-font-size": LEGIBLE,
        "text-valign": "bottom",
        "text-margin-y": 4,
        "text-max-width": "110px",
        "text-wrap": "ellipsis",
        "overlay-opacity": 0,
      },
    },
    {
      selector: "node[?isBox]",
      style: {
        "background-image": NO_IMAGE,
        "background-color": colors.text,
        "background-opacity": 0.03,
        "border-color": colors["control-border"],
        "border-style": "dashed",
        padding: "24px",
        "text-valign": "top",
        "text-margin-y": -4,
        "text-max-width": "600px",
        color: colors.dimmed,
        "font-size": 16,
      },
    },
    {
      selector: "node[?isSite]",
      style: {
        "border-style": "solid",
        color: colors.text,
        "font-size": 24,
        "font-weight": 600,
        "min-zoomed-font-size": 4,
      },
    },
    {
      selector: "edge",
      style: {
        width: "data(width)",
        "curve-style": "bezier",
        "control-point-step-size": 28,
        "line-color": colors["control-border"],
        "line-style": "solid",
        "target-arrow-color": colors["control-border"],
        "source-arrow-color": colors["control-border"],
        "overlay-opacity": 0,
      },
    },
    { selector: "edge[?isDashed]", style: { "line-style": "dashed" } },
    { selector: "edge[arrow = 'target']", style: { "target-arrow-shape": "triangle" } },
    { selector: "edge[arrow = 'source']", style: { "source-arrow-shape": "triangle" } },
    ...emphasis(colors),
  ];
}

function emphasis(colors: Colors): StylesheetJson {
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
