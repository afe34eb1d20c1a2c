type Grants = Readonly<Record<string, readonly string[]>>;

/** Roles that come with the service: they cannot be removed. The API does not mark them. */
export const BUILT_IN: readonly string[] = ["SuperAdmin", "NetworkAdmin", "SecurityAnalyst", "Viewer"];

/** Gives a role a permission, or takes it. */
export function toggleGrant(
  grants: Grants,
  { role, permission }: { role: string; permission: string },
): Grants {
  const held = grants[role] ?? [];
  const next = held.includes(permission) ? held.filter((one) => one !== permission) : [...held, permission];
  return { ...grants, [role]: next };
}

/** Of a draft the roles that differ from what is saved; those that are gone since are left out. */
export function changedRoles(saved: Grants, draft: Grants): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(draft).flatMap(([role, permissions]) => {
      const held = saved[role];
      return held === undefined || isSame(held, permissions) ? [] : [[role, [...permissions]]];
    }),
  );
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((permission) => other.includes(permission));
}
