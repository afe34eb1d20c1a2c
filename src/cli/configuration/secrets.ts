import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { readVariable } from "../../settings/settings";

/** Values of secrets by where they come from, as the service takes them. */
export type SecretValues = {
  from_env: Record<string, string>;
  from_file: Record<string, string>;
  secret: Record<string, string>;
};

/**
 * The values of what a bundle refers to, from this machine's variables and files. A file's path is that from the
 * bundle's own folder; a line break at its end is not part of the secret. Throws where one is not there.
 */
export async function resolveSecrets(
  bundle: unknown,
  { bundlePath, named }: { bundlePath: string; named: Readonly<Record<string, string>> },
): Promise<SecretValues> {
  const values: SecretValues = { from_env: {}, from_file: {}, secret: { ...named } };
  const folder = bundlePath === "-" ? "." : dirname(resolve(bundlePath));
  for (const { source, name } of referencesIn(bundle)) {
    if (source === "from_env") values.from_env[name] = variable(name);
    else values.from_file[name] = await content(name, resolve(folder, name));
  }
  return values;
}

function variable(name: string): string {
  const value = readVariable(name);
  if (value === undefined)
    throw new Error(`the variable ${name}, which the bundle takes a secret from, is not set`);
  return value;
}

async function content(name: string, path: string): Promise<string> {
  try {
    return (await readFile(path, "utf8")).replace(/\r?\n$/, "");
  } catch (error) {
    throw new Error(`the file ${name}, which the bundle takes a secret from, cannot be read`, {
      cause: error,
    });
  }
}

type Reference = { source: "from_env" | "from_file"; name: string };

/** Only what stands under `secrets` of a thing: nothing else is ever a reference. */
function* referencesIn(bundle: unknown): Generator<Reference> {
  for (const section of valuesOf(bundle))
    for (const thing of Array.isArray(section) ? section : [section])
      if (isMap(thing)) for (const reference of valuesOf(thing["secrets"])) yield* referenceOf(reference);
}

function* referenceOf(value: unknown): Generator<Reference> {
  if (!isMap(value)) return;
  const { from_env: variableName, from_file: path } = value;
  if (typeof variableName === "string") yield { source: "from_env", name: variableName };
  if (typeof path === "string") yield { source: "from_file", name: path };
}

function valuesOf(value: unknown): unknown[] {
  return isMap(value) ? Object.values(value) : [];
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
