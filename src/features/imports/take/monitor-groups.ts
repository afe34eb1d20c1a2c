import { z } from "zod";
import { GroupMember, MonitorCreate } from "#features/monitoring";
import type { Kind } from "../kinds";
import { MONITOR_RULES } from "./monitors";
import { readModel, saidOf } from "./read-model";
import { RowFaults, type Found, type Input, type KindRules } from "./rules";

const MEMBER_KINDS: Partial<Record<Kind, GroupMember["kind"]>> = {
  device: "device",
  check: "service_check",
  monitor: "monitor",
};

/** What a thing of that kind is among the members of a group; undefined: it cannot be one. */
export function toMember(kind: Kind, id: number): GroupMember | undefined {
  const known = MEMBER_KINDS[kind];
  return known && { kind: known, id, device_id: null };
}

/** A monitor that is made of those which come before it; `ref` is what the product calls it. */
export const MONITOR_GROUP_RULES: KindRules = {
  ...MONITOR_RULES,
  kind: "monitor_group",
  read(run, { ref, ...fields }) {
    const members = run.members.of(String(ref));
    if (members.length === 0)
      throw new RowFaults([{ field: "members", msg: "nothing that was in it has been taken over" }]);
    const input = { ...fields, kind: "group", members };
    const made = readModel(MonitorCreate, input);
    return { input, said: { url: made.url, ...saidOf(Object.keys(input), made) } };
  },
  merge: mergeMembers,
};

const Members = z.object({ members: z.array(GroupMember) });

/** Members of the file are added to those that are there. */
function mergeMembers({ fields }: Found, said: Input): Input {
  const [known, given] = [Members.parse(fields).members, Members.parse(said).members];
  const added = given.filter((one) => !known.some((other) => Bun.deepEquals(one, other)));
  return { ...said, members: [...known, ...added] };
}
