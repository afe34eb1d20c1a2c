import { constants, open, realpath } from "node:fs/promises";
import { dirname, relative, resolve, sep } from "node:path";
import { listSettings } from "../../settings/listed";
import { readVariable } from "../../settings/settings";

/** Values of secrets by where they come from, as the service takes them. */
export type SecretValues = {
  from_env: Record<string, string>;
  from_file: Record<string, string>;
  secret: Record<string, string>;
};

/** What the one who runs the command lets a bundle name, as whoever writes a bundle need not be the same. */
export type Allowed = {
  /** Variables; undefined: all but those of Netatlas itself. */
  variables: readonly string[] | undefined;
  /** A folder of files besides the bundle's own. */
  folder: string | undefined;
};

/** As much as the service takes. */
const LONGEST_BYTES = 65_536;

type Options = { bundlePath: string; named: Readonly<Record<string, string>>; allowed: Allowed };

/**
 * The values of what a bundle refers to, from this machine's variables and files. A file's path is that from the
 * bundle's own folder; a line break at its end is not part of the secret. Throws where one is not there, or where the
 * bundle may not name it.
 */
export async function resolveSecrets(
  bundle: unknown,
  { bundlePath, named, allowed }: Options,
): Promise<SecretValues> {
  const values: SecretValues = { from_env: {}, from_file: {}, secret: { ...named } };
  const folder = bundlePath === "-" ? "." : dirname(resolve(bundlePath));
  for (const { source, name } of referencesIn(bundle)) {
    if (source === "from_env") values.from_env[name] = variable(name, allowed);
    else values.from_file[name] = await content(name, { folder, allowed });
  }
  return values;
}

function variable(name: string, { variables }: Allowed): string {
  if (isOwn(name))
    throw new Error(`the bundle takes a secret from ${name}, which is a variable of Netatlas itself`);
  if (variables !== undefined && !variables.includes(name))
    throw new Error(`the bundle takes a secret from the variable ${name}, which --secret-env does not name`);
  const value = readVariable(name);
  if (value === undefined)
    throw new Error(`the variable ${name}, which the bundle takes a secret from, is not set`);
  return value;
}

/** The key of this command, and on the machine of a service its master key and the address of its database. */
function isOwn(name: string): boolean {
  return name === "NETATLAS_API_KEY" || listSettings().some((setting) => setting.name === name);
}

async function content(
  name: string,
  { folder, allowed }: { folder: string; allowed: Allowed },
): Promise<string> {
  const path = await realPathOf(name, resolve(folder, name));
  const folders = allowed.folder === undefined ? [folder] : [folder, allowed.folder];
  if (!(await isInAny(path, folders)))
    throw new Error(
      `the bundle takes a secret from ${name}, which is not in its folder: say --secret-files with that of the secrets`,
    );
  // A pipe that nobody writes to must not keep it waiting.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const found = await file.stat();
    if (!found.isFile() || found.size > LONGEST_BYTES)
      throw new Error(
        `the bundle takes a secret from ${name}, which is no file of at most ${LONGEST_BYTES} bytes`,
      );
    return (await file.readFile("utf8")).replace(/\r?\n$/, "");
  } finally {
    await file.close();
  }
}

/** Without links, which may lead anywhere. */
async function realPathOf(name: string, path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    throw new Error(`the file ${name}, which the bundle takes a secret from, cannot be read`, {
      cause: error,
    });
  }
}

async function isInAny(path: string, folders: readonly string[]): Promise<boolean> {
  for (const folder of folders) {
    const inside = relative(await realpath(folder), path);
    if (inside !== "" && inside !== ".." && !inside.startsWith(`..${sep}`)) return true;
  }
  return false;
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
