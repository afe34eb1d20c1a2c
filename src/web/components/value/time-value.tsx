import type { KeyboardEvent } from "react";
import { formatAge, formatEventTime, formatListTime, formatUtc } from "../../format/time";
import { useNow } from "./clock";
import { joinStops, neighbourOf, takeStop } from "./time-stops";

type Props = {
  /** RFC 3339; null: never, or not known. */
  at: string | null;
  /** `list`: 20 Nov 17:12; `event`: 17:12:59.037; `age`: 3 min ago, for how fresh something is. */
  as?: "list" | "event" | "age";
  /** Where there is no time. */
  absent?: string;
  /** The sender's own time, said on hover where it differs. */
  senderTime?: string | null;
  /** A grid has the keys: it is no stop of them. */
  isInGrid?: boolean;
};

/**
 * A moment in the viewer's zone; on hover and focus UTC with milliseconds, and how long ago. Of a table's or a list's times
 * one is a stop of the Tab key; the arrow keys lead to the others.
 */
export function TimeValue({ at, as = "list", absent = "–", senderTime = null, isInGrid = false }: Props) {
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
    <time
      ref={isInGrid ? undefined : joinIfThere}
      dateTime={at}
      data-tip={hint}
      aria-description={formatUtc(at)}
      // What makes one of them a stop is outside of React: `joinStops`.
      tabIndex={-1}
      onFocus={({ currentTarget }) => !isInGrid && takeStop(currentTarget)}
      onKeyDown={isInGrid ? undefined : goOn}
    >
      {text}
    </time>
  );
}

function joinIfThere(time: HTMLElement | null): (() => void) | undefined {
  return time === null ? undefined : joinStops(time);
}

function goOn(event: KeyboardEvent<HTMLElement>): void {
  const next = neighbourOf(event.currentTarget, event.key);
  if (next === undefined) return;
  // Else the page would scroll as well.
  event.preventDefault();
  next.focus();
}
