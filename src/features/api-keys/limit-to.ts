import type { Caller } from "#platform/http/guard";

/**
 * The caller of a key that has one permission alone, where its owner has that; null: a key of all that its owner may.
 */
export function limitTo(owner: Caller, permission: string | null): Caller {
  if (permission === null) return owner;
  return {
    ...owner,
    isSuperAdmin: false,
    permissions: owner.permissions.filter((held) => held === permission),
    onlyPermission: permission,
  };
}
