import { read } from "../../url/search-params";

const STATUSES = ["waiting", "sent", "failed"] as const;

export type DeliveriesSearch = {
  status?: (typeof STATUSES)[number] | undefined;
  /** `profile:3`, a channel, or where mails about accounts go. */
  target?: string | undefined;
};

export function parseDeliveriesSearch(raw: Record<string, unknown>): DeliveriesSearch {
  return { status: read.choice(raw, "status", STATUSES), target: read.text(raw, "target") };
}
