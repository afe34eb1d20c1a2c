import { formatWord } from "../../format/device";
import { StatusMark, type Status } from "./status-mark";

/** A device's words for its state, by the shape and colour of ours. */
const MARKS: Readonly<Record<string, Status>> = {
  online: "ok",
  warning: "degraded",
  offline: "down",
  disabled: "maintenance",
};

/** The state of a device. */
export function DeviceStatus({ status }: { status: string }) {
  return <StatusMark status={MARKS[status] ?? "unknown"} label={formatWord(status)} />;
}
