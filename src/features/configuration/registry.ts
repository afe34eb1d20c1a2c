import type { Caller } from "#platform/http/guard";
import { may } from "#platform/http/guard";
import type { ConfigurationKind, Right } from "#features/configuration-kinds";

/** The kinds of a bundle, each behind those that its things name. */
export type ConfigurationRegistry = {
  kinds: readonly ConfigurationKind[];
  find(name: string): ConfigurationKind | undefined;
};

/** Of all owners of things. Throws where two kinds have one name, or name each other in a circle. */
export function createConfigurationRegistry(given: readonly ConfigurationKind[]): ConfigurationRegistry {
  const byName = new Map(given.map((kind) => [kind.name, kind]));
  if (byName.size < given.length) throw new Error("our bug: two kinds of configuration have one name");
  const kinds: ConfigurationKind[] = [];
  const open = new Set<string>();
  const place = (kind: ConfigurationKind): void => {
    if (kinds.includes(kind)) return;
    if (open.has(kind.name)) throw new Error(`our bug: ${kind.name} name each other in a circle`);
    open.add(kind.name);
    for (const other of kind.refersTo) {
      if (other === kind.name) continue;
      const named = byName.get(other);
      if (named === undefined) throw new Error(`our bug: ${kind.name} name ${other}, which are no kind`);
      place(named);
    }
    kinds.push(kind);
  };
  for (const kind of given) place(kind);
  return { kinds, find: (name) => byName.get(name) };
}

/** Whether a caller has a right. */
export function hasRight(caller: Caller, right: Right): boolean {
  if (right === "authenticated") return true;
  return right === "superadmin" ? caller.isSuperAdmin : may(caller, right.permission);
}

/** What the right is, for a refusal. */
export function nameOfRight(right: Right): string {
  if (right === "authenticated") return "a user";
  return right === "superadmin" ? "the role SuperAdmin" : `the permission ${right.permission}`;
}

/** The kind with all whose things its own ones name, in whatever many steps; in the registry's order. */
export function withReferred(
  { kinds }: ConfigurationRegistry,
  selected: ReadonlySet<string>,
): ConfigurationKind[] {
  const needed = new Set(selected);
  for (const kind of kinds.toReversed())
    if (needed.has(kind.name)) for (const other of kind.refersTo) needed.add(other);
  return kinds.filter(({ name }) => needed.has(name));
}
