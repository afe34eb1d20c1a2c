import { eq } from "drizzle-orm";
import { z } from "zod";
import { changeBack, statesOf, type ObjectKind, type Undoer } from "#features/undo";
import { setSecondFactorRole } from "./service";
import { secondFactorRoles } from "./tables";

/** How it is taken back that a role requires a second factor, or does not any more. */
export const SECOND_FACTOR_RULE_UNDOER: Undoer = {
  actions: ["admin.second_factor_rule_changed"],
  permission: "superadmin",
  async undo(run, entry) {
    const name = (entry.target ?? "").slice("role:".length);
    await changeBack(run, { kind: ruleOf(name), id: 0, ...statesOf(entry) });
  },
};

function ruleOf(name: string): ObjectKind {
  const never = () => Promise.reject(new Error("our bug: a rule is only changed"));
  return {
    permission: "superadmin",
    actions: { created: [], updated: [], deleted: [] },
    targetOf: () => `role:${name}`,
    nameOf: () => name,
    comparable: (fields) => fields,
    find: async (db) => ({
      required: (await db.$count(secondFactorRoles, eq(secondFactorRoles.name, name))) > 0,
    }),
    async change({ db, actor }, { fields }) {
      await setSecondFactorRole({ db, actor }, { name, required: z.boolean().parse(fields["required"]) });
    },
    remove: never,
    restore: never,
  };
}
