/** What the layout worker is told of a map, and what it answers. */
export type Place = { x: number; y: number };
export type Places = Readonly<Record<string, Place>>;

export type Network = {
  nodes: readonly { id: string; box: string | null }[];
  /** Boxes around nodes and other boxes, outer ones before those that they hold. */
  boxes: readonly { id: string; box: string | null }[];
  links: readonly { source: string; target: string }[];
};

export type LayoutAnswer = { done: number; total: number } | { places: Places };
