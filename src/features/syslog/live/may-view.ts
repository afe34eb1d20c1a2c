import { may, type Caller } from "#platform/http/guard";

const PERMISSION = "security_view";

/** Whether a caller may see live events. */
export function mayView(caller: Caller): boolean {
  return !caller.mustEnrol && may(caller, PERMISSION);
}
