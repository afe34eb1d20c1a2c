import type { TreeRow } from "./tree-rows";

/** What a key does in the tree: the row to go to, or to open or fold the present one; undefined: nothing of ours. */
export function moveInTree(
  rows: readonly TreeRow[],
  active: number,
  key: string,
): number | "open" | "toggle" | undefined {
  const last = rows.length - 1;
  const row = rows[active];
  const isOpen = row?.kind === "subnet" ? row.isOpen : undefined;
  const clamp = (index: number) => Math.min(last, Math.max(0, index));
  switch (key) {
    case "ArrowDown":
    case "j":
      return clamp(active + 1);
    case "ArrowUp":
    case "k":
      return clamp(active - 1);
    case "PageDown":
      return clamp(active + PAGE);
    case "PageUp":
      return clamp(active - PAGE);
    case "Home":
      return 0;
    case "End":
      return last;
    case "Enter":
      return "open";
    case " ":
      return isOpen === undefined ? active : "toggle";
    case "ArrowRight":
      return isOpen === false ? "toggle" : clamp(isOpen === true ? active + 1 : active);
    case "ArrowLeft":
      return isOpen === true ? "toggle" : parentOf(rows, active);
    default:
      return undefined;
  }
}

const PAGE = 16;

function parentOf(rows: readonly TreeRow[], active: number): number {
  const level = rows[active]?.level ?? 1;
  const parent = rows.slice(0, active).findLastIndex((row) => row.level < level);
  return parent === -1 ? active : parent;
}
