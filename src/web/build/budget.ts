/** Gzipped kB that a browser takes before it paints something useful. */
const LIMITS = { withoutShell: 150, page: 230, styles: 35 };
/** Pages that are shown to people who are not signed in. */
const WITHOUT_SHELL = new Set(["sign-in", "first-run", "forgot-password", "reset-password", "acknowledge"]);

type Output = { imports: { path: string; kind: string }[]; entryPoint?: string };
export type Outputs = Readonly<Record<string, Output>>;

export type BudgetRow = { what: string; kilobytes: number; limit: number };

/**
 * What each page makes the browser load, from the bundler's own account. `gzippedBytes` knows the size of an output.
 */
export function measureBudget(
  outputs: Outputs,
  gzippedBytes: (output: string) => number,
  stylesBytes: number,
): BudgetRow[] {
  const sum = (names: Iterable<string>) =>
    [...new Set(names)].reduce((bytes, name) => bytes + gzippedBytes(name), 0) / 1000;
  const entries = Object.entries(outputs).filter(([name]) => name.endsWith(".js"));
  const loadedFor = (file: RegExp) =>
    entries.flatMap(([name, { entryPoint = "" }]) => (file.test(entryPoint) ? closure(outputs, name) : []));
  const start = loadedFor(/^src\/web\/main\.tsx$/);
  const shell = [...start, ...loadedFor(/^src\/web\/(inside|shell\/layout)\.tsx$/)];
  const pages = entries.flatMap(([name, { entryPoint = "" }]) => {
    const page = /^src\/web\/pages\/([\w/-]+)\/page\.tsx$/.exec(entryPoint)?.[1];
    if (page === undefined) return [];
    const isBare = WITHOUT_SHELL.has(page);
    const kilobytes = sum([...(isBare ? start : shell), ...closure(outputs, name)]);
    return { what: page, kilobytes, limit: isBare ? LIMITS.withoutShell : LIMITS.page };
  });
  return [...pages, { what: "styles", kilobytes: stylesBytes / 1000, limit: LIMITS.styles }];
}

/** An output and all that it imports before it runs. */
function closure(outputs: Outputs, name: string, seen = new Set<string>()): string[] {
  if (seen.has(name)) return [];
  seen.add(name);
  for (const { path, kind } of outputs[name]?.imports ?? []) {
    if (kind === "import-statement" && outputs[path] !== undefined) closure(outputs, path, seen);
  }
  return [...seen];
}
