/**
 * Every colour of the UI; `set-…` tell categories apart that have a word each. Texts are at least 4.5:1 on page,
 * surface and hover; marks 3:1, and told apart in common colour blindness. Each becomes a CSS variable of the same
 * name.
 */
export const COLORS = {
  light: {
    page: "#f6f7f9",
    surface: "#ffffff",
    hover: "#edf0f4",
    hairline: "#d9dee5",
    "control-border": "#7d8794",
    text: "#15181c",
    dimmed: "#59626d",
    link: "#1a5fb4",
    primary: "#1a5fb4",
    "primary-hover": "#154f97",
    selected: "#d6e6fa",
    danger: "#b71a0a",
    "danger-hover": "#9a1507",
    "danger-text": "#a81505",
    "status-ok": "#1a9a8c",
    "status-degraded": "#bd7a18",
    "status-down": "#b71a0a",
    "status-unknown": "#52616f",
    "status-maintenance": "#42247e",
    "verdict-allow": "#4a8fcd",
    "verdict-deny": "#b0240e",
    "verdict-drop": "#c27418",
    "verdict-reject": "#5f2a86",
    "verdict-other": "#5f6d7b",
    "set-1": "#2f6fc4",
    "set-2": "#b75a08",
    "set-3": "#23803f",
    "set-4": "#7a4cc0",
    "set-5": "#b83280",
    "set-6": "#0b7f88",
    "set-7": "#80600f",
    backdrop: "rgb(21 24 28 / 0.4)",
    shadow: "0 4px 16px rgb(21 24 28 / 0.16)",
    "qr-dark": "#000000",
    "qr-light": "#ffffff",
  },
  dark: {
    page: "#0f1216",
    surface: "#161a1f",
    hover: "#20262d",
    hairline: "#2c343d",
    "control-border": "#75808c",
    text: "#e7eaee",
    dimmed: "#98a2ad",
    link: "#78aef0",
    primary: "#2468bd",
    "primary-hover": "#2f76d0",
    selected: "#172b44",
    danger: "#c0271c",
    "danger-hover": "#d23327",
    "danger-text": "#ff8a7e",
    "status-ok": "#6ee7c8",
    "status-degraded": "#f0a31a",
    "status-down": "#e23d33",
    "status-unknown": "#93a1b0",
    "status-maintenance": "#875cc2",
    "verdict-allow": "#5f9fe6",
    "verdict-deny": "#de4136",
    "verdict-drop": "#f2a63a",
    "verdict-reject": "#875cc4",
    "verdict-other": "#c9d1da",
    "set-1": "#6ea8f0",
    "set-2": "#f0963c",
    "set-3": "#5cc47e",
    "set-4": "#b08af0",
    "set-5": "#f07ab8",
    "set-6": "#3fc4cc",
    "set-7": "#cfae5c",
    backdrop: "rgb(0 0 0 / 0.6)",
    shadow: "0 4px 16px rgb(0 0 0 / 0.5)",
    // Cameras read dark on light, whatever the scheme.
    "qr-dark": "#000000",
    "qr-light": "#ffffff",
  },
} as const;

export type ColorName = keyof (typeof COLORS)["light"];

export const FONT = "'Inter Variable', system-ui, sans-serif";
export const MONO_FONT = "'JetBrains Mono Variable', ui-monospace, monospace";

/** Pixels. Row heights of tables by density; coarse pointers get taller ones. */
export const ROW_HEIGHTS = { table: 32, events: 28, tail: 24, touch: 40 } as const;

export const ICON = { size: 16, stroke: 1.5 } as const;
export const SIDEBAR_ICON = { size: 18, stroke: 1.5 } as const;
