import type { GroupMember } from "#features/monitoring";

/** What the rows of an import that are in groups of monitors have become, by what the product calls the group. */
export type MemberBook = {
  add(group: string, member: GroupMember): void;
  of(group: string): readonly GroupMember[];
};

export function createMemberBook(): MemberBook {
  const members = new Map<string, GroupMember[]>();
  return {
    add(group, member) {
      const known = members.get(group);
      if (known === undefined) members.set(group, [member]);
      else known.push(member);
    },
    of: (group) => members.get(group) ?? [],
  };
}
