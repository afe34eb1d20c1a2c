import { inArray } from "drizzle-orm";
import type { Db } from "#platform/database";
import { users } from "#tables/users";
import { createClock } from "../report/format";
import type { Period } from "../report/period";
import type { ScheduleRow } from "./models";

export type Recipient = {
  /** A user's name, or the address itself. */
  name: string;
  address: string;
};

/** Who gets a report now, each address once; and why others do not, in words. */
export async function findRecipients(
  db: Db,
  { recipientUserIds, recipientAddresses }: Pick<ScheduleRow, "recipientUserIds" | "recipientAddresses">,
): Promise<{ recipients: Recipient[]; missing: string[] }> {
  const rows = await db
    .select({ username: users.username, email: users.email, isActive: users.isActive })
    .from(users)
    .where(inArray(users.id, recipientUserIds))
    .orderBy(users.id);
  const missing = rows.flatMap(({ username, email, isActive }) => {
    if (!isActive) return [`${username} is deactivated`];
    return email === null ? [`${username} has no mail address`] : [];
  });
  if (rows.length < recipientUserIds.length) missing.push("a user is gone");
  const found = [
    ...rows.flatMap(({ username, email, isActive }) =>
      isActive && email !== null ? [{ name: username, address: email }] : [],
    ),
    ...recipientAddresses.map((address) => ({ name: address, address })),
  ];
  const first = new Map<string, Recipient>();
  for (const one of found) {
    const key = one.address.toLowerCase();
    if (!first.has(key)) first.set(key, one);
  }
  return { recipients: [...first.values()], missing };
}

/** What the mail says around the report. */
export function mailOf(
  schedule: Pick<ScheduleRow, "name" | "timeZone">,
  { product, owner, period, appUrl }: { product: string; owner: string; period: Period; appUrl: string },
): { subject: string; text: string } {
  const clock = createClock(schedule.timeZone);
  const span = `${clock.day(period.from.getTime())} to ${clock.day(period.to.getTime())}`;
  return {
    subject: `${product}: ${schedule.name}, ${span}`,
    text: [
      `Attached is the network report "${schedule.name}" of ${span} (${schedule.timeZone}).`,
      "",
      `It was made by ${product} and has what ${owner} may see, who has asked that it be sent to you.`,
      ...(appUrl === "" ? [] : ["", appUrl]),
    ].join("\n"),
  };
}
