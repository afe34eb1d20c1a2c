import type { SystemDiagnostics } from "./models";

type Content = {
  diagnostics: SystemDiagnostics;
  /** What `/metrics` would say. */
  metrics: string;
  settings: Readonly<Record<string, unknown>>;
  changelog: string;
};

/** A folder `netatlas-support` as a gzipped tar file. What may be secret is not put in, whatever its name is. */
export async function packBundle({
  diagnostics,
  metrics,
  settings,
  changelog,
}: Content): Promise<Uint8Array> {
  const files = {
    "diagnostics.json": toText(diagnostics),
    "settings.json": toText(describeSettings(settings)),
    "metrics.txt": metrics,
    "changelog.md": changelog,
  };
  const named = Object.entries(files).map(([name, text]) => [`netatlas-support/${name}`, text] as const);
  return new Bun.Archive(Object.fromEntries(named), { compress: "gzip" }).bytes();
}

function toText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Numbers and switches as they are. Of a text it is said only whether there is one: addresses hold passwords, too. */
export function describeSettings(settings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const shown = ([name, value]: [string, unknown]) => {
    if (typeof value === "number" || typeof value === "boolean") return [name, value];
    const isSet = Array.isArray(value) ? value.length > 0 : value !== undefined && value !== "";
    return [name, isSet ? "(set)" : "(not set)"];
  };
  return Object.fromEntries(Object.entries(settings).map(shown));
}
