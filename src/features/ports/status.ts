/** Of RFC 2863, ifAdminStatus and ifOperStatus; `unknown` also where the agent says something else. */
export const PORT_STATUSES = [
  "unknown",
  "up",
  "down",
  "testing",
  "dormant",
  "not_present",
  "lower_layer_down",
] as const;
export type OperStatus = (typeof PORT_STATUSES)[number];
export type AdminStatus = "unknown" | "up" | "down" | "testing";

export const ADMIN_STATUSES: ReadonlyMap<number, AdminStatus> = new Map([
  [1, "up"],
  [2, "down"],
  [3, "testing"],
]);
export const OPER_STATUSES: ReadonlyMap<number, OperStatus> = new Map([
  [1, "up"],
  [2, "down"],
  [3, "testing"],
  [4, "unknown"],
  [5, "dormant"],
  [6, "not_present"],
  [7, "lower_layer_down"],
]);
