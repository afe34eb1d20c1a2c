import type { Status } from "../../components/badge/status-mark";
import type { Delivery } from "./api";

/** The state of a delivery as a mark. */
export function stateOf({ status, attempts }: Delivery): { status: Status; label: string } {
  if (status === "sent") return { status: "ok", label: "Delivered" };
  if (status === "failed") return { status: "down", label: "Given up" };
  return attempts === 0
    ? { status: "unknown", label: "Waiting" }
    : { status: "degraded", label: "Trying again" };
}

/** `names`: of profiles, by their targets. */
export function targetName({ target }: Delivery, names: ReadonlyMap<string, string>): string {
  if (target === "account-mail") return "Mail to a user";
  return names.get(target) ?? target;
}
