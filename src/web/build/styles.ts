import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const FONTS = [
  { package: "@fontsource-variable/inter", preload: "inter-latin-wght-normal" },
  { package: "@fontsource-variable/jetbrains-mono", preload: undefined },
];

/**
 * The layered styles of those Mantine components that are in the bundle, in Mantine's own order. They do not go through
 * the bundler, which rewrites logical properties and `light-dark()` into rules of higher specificity.
 */
export function mantineStyles(root: string, bundledFiles: readonly string[]): string {
  const folder = join(root, "node_modules/@mantine/core");
  const whole = readFileSync(join(folder, "styles.layer.css"), "utf8");
  const used = new Set(
    bundledFiles.flatMap((file) => /@mantine\/core\/.*\/(\w+)\.module\.mjs$/.exec(file)?.[1] ?? []),
  );
  const global = ["baseline", "default-css-variables", "global"].map((name) => styleOf(folder, name) ?? "");
  const components = [...used]
    .flatMap((name) => styleOf(folder, name) ?? [])
    .map((style) => ({ style, position: positionIn(whole, style) }))
    .sort((one, other) => one.position - other.position);
  return [...global, ...components.map(({ style }) => style)].join("\n");
}

function styleOf(folder: string, name: string): string | undefined {
  const file = join(folder, "styles", `${name}.layer.css`);
  // Some modules have no style of their own.
  return Bun.file(file).size === 0 ? undefined : readFileSync(file, "utf8");
}

function positionIn(whole: string, style: string): number {
  const firstClass = /\.(m_[0-9a-f]+)/.exec(style)?.[1];
  return firstClass === undefined ? -1 : whole.indexOf(firstClass);
}

/** The font faces with all their subsets; `publish` gives the public address of a font file. */
export function fontStyles(root: string, publish: (file: string) => string): string {
  return FONTS.map(({ package: name }) => {
    const file = join(root, "node_modules", name, "wght.css");
    return readFileSync(file, "utf8").replaceAll(
      /url\(\.\/(files\/[\w-]+\.woff2)\)/g,
      (_, path: string) => `url(${publish(join(dirname(file), path))})`,
    );
  }).join("\n");
}

/** Whether the page asks for the file before its styles do. */
export function isPreloaded(fontFile: string): boolean {
  return FONTS.some(({ preload }) => preload === basename(fontFile, ".woff2"));
}
