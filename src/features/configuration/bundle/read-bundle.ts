import { setImmediate } from "node:timers/promises";
import { SecretReference, toSecretRef, ABSENT_FIELDS, BUNDLE_KEYS, BUNDLE_VERSION } from "./model";
import type { AbsentFields, SecretRef } from "./model";
import type { ConfigurationKind, Fields } from "#features/configuration-kinds";
import type { ConfigurationRegistry } from "../registry";
import type { BundleFault } from "./faults";
import { askFor } from "./suggestion";

/** A thing as a bundle says it: the fields that it names, checked each by itself. */
export type BundleThing = {
  /** Where it is in the bundle. */
  path: readonly (string | number)[];
  /** What it is called where it still has its old name. */
  was: string | undefined;
  item: Fields;
  secrets: ReadonlyMap<string, SecretRef>;
};

/** What a bundle says, by kind; a kind that it does not name is not there. */
export type Bundle = {
  absentFields: AbsentFields;
  things: ReadonlyMap<string, readonly BundleThing[]>;
};

/** Things that are checked before other work gets its turn. */
const AT_ONCE = 250;
/** More are not told of. */
const MAX_FAULTS = 100;

type Reading = {
  registry: ConfigurationRegistry;
  only: ReadonlySet<string> | undefined;
  faults: BundleFault[];
};

/** Checks what was parsed. `only`: kinds that are looked at; absent: all. */
export async function readBundle(
  registry: ConfigurationRegistry,
  { value, only }: { value: unknown; only: ReadonlySet<string> | undefined },
): Promise<{ bundle: Bundle; faults: BundleFault[] }> {
  const faults: BundleFault[] = [];
  const reading = { registry, only, faults };
  const things = new Map<string, BundleThing[]>();
  const bundle: Bundle = { absentFields: "keep", things };
  if (!isMap(value)) {
    faults.push({ path: [], message: "a bundle is a mapping of kinds to lists of things" });
    return { bundle, faults };
  }
  const absentFields = readHead(value, faults);
  for (const [name, section] of Object.entries(value)) {
    const kind = registry.find(name);
    if (kind === undefined) {
      if (!isBundleKey(name)) faults.push(unknownKey(reading, name));
    } else if (only?.has(name) ?? true) {
      things.set(name, await readSection(reading, kind, section));
    }
    if (faults.length >= MAX_FAULTS) break;
  }
  return { bundle: { absentFields, things }, faults: faults.slice(0, MAX_FAULTS) };
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isBundleKey(name: string): boolean {
  return BUNDLE_KEYS.some((key) => key === name);
}

function readHead(value: Record<string, unknown>, faults: BundleFault[]): AbsentFields {
  const { version, absent_fields: given = "keep" } = value;
  if (version === undefined)
    faults.push({ path: ["version"], message: `is missing: this service writes version ${BUNDLE_VERSION}` });
  else if (typeof version === "number" && version > BUNDLE_VERSION)
    faults.push({
      path: ["version"],
      message: `the bundle is of version ${version}, of a later release: this service reads up to ${BUNDLE_VERSION}`,
    });
  else if (version !== BUNDLE_VERSION)
    faults.push({ path: ["version"], message: `must be ${BUNDLE_VERSION}` });
  const absentFields = ABSENT_FIELDS.find((known) => known === given);
  if (absentFields === undefined)
    faults.push({ path: ["absent_fields"], message: `must be one of ${ABSENT_FIELDS.join(", ")}` });
  return absentFields ?? "keep";
}

function unknownKey({ registry }: Reading, name: string): BundleFault {
  const names = [...BUNDLE_KEYS, ...registry.kinds.map((kind) => kind.name)];
  return { path: [name.slice(0, 100)], message: `is no kind of this version${askFor(name, names)}` };
}

async function readSection(
  reading: Reading,
  kind: ConfigurationKind,
  section: unknown,
): Promise<BundleThing[]> {
  const { faults } = reading;
  if (kind.isSingle === true) return [readThing(reading, { kind, path: [kind.name], value: section })].flat();
  if (section === null) return [];
  if (!Array.isArray(section)) {
    faults.push({ path: [kind.name], message: "must be a list" });
    return [];
  }
  const things: BundleThing[] = [];
  for (const [place, value] of section.entries()) {
    things.push(...readThing(reading, { kind, path: [kind.name, place], value }));
    if (faults.length >= MAX_FAULTS) break;
    if (place % AT_ONCE === AT_ONCE - 1) await setImmediate();
  }
  return things;
}

type Thing = { kind: ConfigurationKind; path: readonly (string | number)[]; value: unknown };

function readThing({ faults }: Reading, { kind, path, value }: Thing): BundleThing[] {
  if (!isMap(value)) {
    faults.push({ path, message: "must be a mapping of fields to values" });
    return [];
  }
  const { was, secrets, ...given } = value;
  const item: Record<string, unknown> = {};
  for (const [name, one] of Object.entries(given)) {
    if (faults.length >= MAX_FAULTS) break;
    const model = Object.hasOwn(kind.fields, name) ? kind.fields[name] : undefined;
    if (model === undefined) {
      const names = [...Object.keys(kind.fields), "was", "secrets"];
      const at = [...path, name.slice(0, 100)];
      faults.push({ path: at, message: `${kind.name} have no such field${askFor(name, names)}` });
      continue;
    }
    const read = model.safeParse(one);
    if (read.success) item[name] = plain(read.data);
    else
      for (const issue of read.error.issues.slice(0, MAX_FAULTS))
        faults.push({ path: [...path, name, ...issue.path.filter(isKey)], message: issue.message });
  }
  if (was !== undefined && (typeof was !== "string" || kind.isSingle === true))
    faults.push({ path: [...path, "was"], message: "must be the old name of the thing, a text" });
  const old = typeof was === "string" ? was : undefined;
  return [{ path, was: old, item, secrets: readSecrets(faults, { kind, path, value: secrets }) }];
}

function isKey(part: PropertyKey): part is string | number {
  return typeof part !== "symbol";
}

/** As JSON has it: times are texts. */
function plain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(plain);
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
}

function readSecrets(faults: BundleFault[], { kind, path, value }: Thing): Map<string, SecretRef> {
  const secrets = new Map<string, SecretRef>();
  if (value === undefined || value === null) return secrets;
  const names = kind.secretNames ?? [];
  if (!isMap(value) || names.length === 0) {
    const message =
      names.length === 0 ? `${kind.name} have no secrets` : "must be a mapping of names to references";
    faults.push({ path: [...path, "secrets"], message });
    return secrets;
  }
  for (const [name, given] of Object.entries(value)) {
    if (faults.length >= MAX_FAULTS) break;
    const at = [...path, "secrets", name.slice(0, 100)];
    const reference = SecretReference.safeParse(given);
    if (!names.includes(name))
      faults.push({ path: at, message: `${kind.name} have no such secret${askFor(name, names)}` });
    else if (reference.success) secrets.set(name, toSecretRef(reference.data));
    // Not its text, whatever it is.
    else faults.push({ path: at, message: "must say where the secret comes from, such as {from_env: NAME}" });
  }
  return secrets;
}
