import { formatAge, formatEventTime, formatListTime, formatUtc } from "../../format/time";
import { useNow } from "./clock";

type Props = {
  /** RFC 3339; null: never, or not known. */
  at: string | null;
  /** `list`: 20 Nov 17:12; `event`: 17:12:59.037; `age`: 3 min ago, for how fresh something is. */
  as?: "list" | "event" | "age";
  /** Where there is no time. */
  absent?: string;
  /** The sender's own time, said on hover where it differs. */
  senderTime?: string | null;
  tabIndex?: number;
};

/** A moment in the viewer's zone; on hover and focus UTC with milliseconds, and how long ago. */
export function TimeValue({ at, as = "list", absent = "–", senderTime = null, tabIndex = 0 }: Props) {
  const now = useNow();
  if (at === null) return absent;
  const text = {
    list: () => formatListTime(at, { now }),
    event: () => formatEventTime(at),
    age: () => formatAge(at, now),
  }[as]();
  const hint = [
    formatUtc(at),
    formatAge(at, now),
    ...(senderTime === null || senderTime === at ? [] : [`sender says ${formatUtc(senderTime)}`]),
  ].join(" · ");
  return (
    <time dateTime={at} data-tip={hint} tabIndex={tabIndex}>
      {text}
    </time>
  );
}
