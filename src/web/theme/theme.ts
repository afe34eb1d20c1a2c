import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from "@mantine/core";
import { COLORS, FONT, MONO_FONT } from "./tokens";

/** Mantine asks for ten shades; every place that shows one is overridden by a variable below. */
const shadesOf = (light: string, filled: string): MantineColorsTuple => [
  light,
  light,
  light,
  light,
  light,
  filled,
  filled,
  filled,
  filled,
  filled,
];

/** From text to page: Mantine draws with them what has no variable of its own. */
const { dark } = COLORS;
const DARK_SHADES: MantineColorsTuple = [
  dark.text,
  dark.text,
  dark.dimmed,
  dark["control-border"],
  dark.hairline,
  dark.hover,
  dark.surface,
  dark.surface,
  dark.page,
  dark.page,
];

export const theme = createTheme({
  fontFamily: FONT,
  fontFamilyMonospace: MONO_FONT,
  fontSizes: { xs: "12px", sm: "13px", md: "13px", lg: "14px", xl: "16px" },
  lineHeights: { xs: "16px", sm: "18px", md: "18px", lg: "20px", xl: "24px" },
  spacing: { xs: "4px", sm: "8px", md: "12px", lg: "16px", xl: "24px" },
  radius: { xs: "4px", sm: "4px", md: "4px", lg: "4px", xl: "4px" },
  defaultRadius: "sm",
  headings: {
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "20px", lineHeight: "28px" },
      h2: { fontSize: "14px", lineHeight: "20px" },
      h3: { fontSize: "13px", lineHeight: "18px" },
    },
  },
  colors: {
    accent: shadesOf(COLORS.light.selected, COLORS.light.primary),
    danger: shadesOf(COLORS.light.hover, COLORS.light.danger),
    dark: DARK_SHADES,
  },
  primaryColor: "accent",
  primaryShade: 6,
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    // In a text the colour alone would not tell a link.
    Anchor: { defaultProps: { underline: "always" } },
    PasswordInput: {
      defaultProps: { visibilityToggleButtonProps: { "aria-label": "Show what is typed", tabIndex: 0 } },
    },
    Modal: {
      defaultProps: { transitionProps: { duration: 120, transition: "fade" }, centered: true, padding: "lg" },
    },
    // The placeholder is a focusable child of the menu that is no item of it.
    Menu: {
      defaultProps: { transitionProps: { duration: 120 }, shadow: "md", withInitialFocusPlaceholder: false },
    },
    Popover: { defaultProps: { transitionProps: { duration: 120 }, shadow: "md" } },
    Combobox: { defaultProps: { transitionProps: { duration: 120 }, shadow: "md" } },
  },
});

/** Puts our colours where Mantine looks for its own, and under their own names for our styles. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: schemeVariables(COLORS.light),
  dark: schemeVariables(COLORS.dark),
});

function schemeVariables(
  colors: Readonly<Record<keyof typeof COLORS.light, string>>,
): Record<string, string> {
  return {
    ...Object.fromEntries(Object.entries(colors).map(([name, value]) => [`--${name}`, value])),
    "--mantine-color-body": colors.surface,
    "--mantine-color-text": colors.text,
    "--mantine-color-dimmed": colors.dimmed,
    "--mantine-color-placeholder": colors.dimmed,
    "--mantine-color-anchor": colors.link,
    "--mantine-color-error": colors["danger-text"],
    "--mantine-color-default": colors.surface,
    "--mantine-color-default-hover": colors.hover,
    "--mantine-color-default-color": colors.text,
    "--mantine-color-default-border": colors.hairline,
    "--mantine-color-disabled": colors.hover,
    "--mantine-color-disabled-color": colors.dimmed,
    "--mantine-color-disabled-border": colors.hairline,
    ...filled("--mantine-primary-color", { base: colors.primary, hover: colors["primary-hover"], colors }),
    ...filled("--mantine-color-accent", { base: colors.primary, hover: colors["primary-hover"], colors }),
    ...filled("--mantine-color-danger", { base: colors.danger, hover: colors["danger-hover"], colors }),
    "--mantine-shadow-md": colors.shadow,
    "--mantine-shadow-xl": colors.shadow,
  };
}

function filled(
  prefix: string,
  {
    base,
    hover,
    colors,
  }: { base: string; hover: string; colors: Readonly<Record<keyof typeof COLORS.light, string>> },
): Record<string, string> {
  const isDanger = base === colors.danger;
  return {
    [`${prefix}-filled`]: base,
    [`${prefix}-filled-hover`]: hover,
    [`${prefix}-contrast`]: "white",
    [`${prefix}-light`]: isDanger ? colors.hover : colors.selected,
    [`${prefix}-light-hover`]: colors.hover,
    [`${prefix}-light-color`]: isDanger ? colors["danger-text"] : colors.text,
    [`${prefix}-outline`]: isDanger ? colors["danger-text"] : colors.link,
    [`${prefix}-outline-hover`]: colors.hover,
    [`${prefix}-text`]: isDanger ? colors["danger-text"] : colors.link,
  };
}
