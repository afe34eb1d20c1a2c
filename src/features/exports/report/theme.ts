import type { WatchState } from "./data";

/** The light colours of the UI, on white paper. */
export const COLORS = {
  text: "#15181c",
  dimmed: "#59626d",
  hairline: "#d9dee5",
  surface: "#f6f7f9",
  accent: "#1a5fb4",
  ok: "#1a9a8c",
  degraded: "#bd7a18",
  down: "#b71a0a",
  unknown: "#52616f",
  maintenance: "#42247e",
  bar: "#c3d9ee",
} as const;

export const VERDICT_COLORS = {
  allow: "#4a8fcd",
  deny: "#b0240e",
  drop: "#c27418",
  reject: "#5f2a86",
  other: "#5f6d7b",
} as const;

export const STATE_COLORS: Readonly<Record<WatchState, string>> = {
  up: COLORS.ok,
  down: COLORS.down,
  unreachable: COLORS.degraded,
  unknown: COLORS.unknown,
  maintenance: COLORS.maintenance,
  paused: COLORS.unknown,
  unwatched: COLORS.unknown,
};

/** In points: the UI's scale, at three quarters of its pixels. */
export const SIZES = { caption: 7.5, body: 9, section: 10.5, heading: 15, figure: 18, title: 30 } as const;

/** Points. */
export const MARGIN = 42;
export const PAPER_SIZES = {
  A4: { width: 595.28, height: 841.89 },
  Letter: { width: 612, height: 792 },
} as const;
