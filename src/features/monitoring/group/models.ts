import { z } from "@hono/zod-openapi";
import { integer } from "#platform/http/fields";
import { oneOf } from "../http-fields";
import { TARGET_STATES } from "../state";

export const GROUP_MODES = ["all", "any"] as const;
export type GroupMode = (typeof GROUP_MODES)[number];

const MEMBER_KINDS = ["device", "service_check", "monitor"] as const;
const MAX_MEMBERS = 200;

export const groupMode = oneOf("group_mode", GROUP_MODES).openapi({
  description: "of `group`: whether `all` of its members must be up, or `any` one is enough",
});

export const GroupMember = z
  .object({
    kind: z.enum(MEMBER_KINDS),
    id: integer({ min: 1 }),
    device_id: integer({ min: 1 })
      .nullable()
      .default(null)
      .openapi({
        type: ["integer", "null"],
        description:
          "of a `service_check`: on that device alone; null: on every device that it is on, each by itself",
      }),
  })
  .openapi("GroupMember");
export type GroupMember = z.output<typeof GroupMember>;

export function memberKey({ kind, id, device_id: deviceId }: GroupMember): string {
  return `${kind} ${id} ${deviceId ?? ""}`;
}

export const groupMembers = z
  .array(GroupMember)
  .max(MAX_MEMBERS)
  .transform((given) => [...new Map(given.map((member) => [memberKey(member), member])).values()])
  .openapi({
    type: "array",
    items: { $ref: "#/components/schemas/GroupMember" },
    maxItems: MAX_MEMBERS,
    description: "of `group`, which needs one at least; one that is deleted leaves",
  });

export const GroupMemberState = z
  .object({
    kind: z.enum(MEMBER_KINDS),
    id: z.int(),
    device_id: z.int().nullable(),
    name: z.string(),
    state: z
      .enum(TARGET_STATES)
      .nullable()
      .openapi({ description: "the worst, where it is on several devices; null: nothing of it is watched" }),
    targets: z.int().openapi({
      description: "on how many devices a service check is; else 1, or 0 where it is not watched",
    }),
  })
  .openapi("GroupMemberState");
export type GroupMemberState = z.infer<typeof GroupMemberState>;
