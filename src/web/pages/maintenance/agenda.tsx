import type { MaintenanceOccurrence } from "../../api/maintenance";
import { EmptyState } from "../../components/states/empty-state";
import { entriesOf } from "../../format/calendar";
import { type Day } from "../../format/day";
import { DayEntries } from "./day-entries";

type Props = { days: readonly Day[]; occurrences: readonly MaintenanceOccurrence[] };

/** The days on which something runs, one below the other. */
export function Agenda({ days, occurrences }: Props) {
  const busy = days.filter((day) => entriesOf(occurrences, day).length > 0);
  if (busy.length === 0) return <EmptyState title="Nothing is planned in this time" />;
  return busy.map((day) => <DayEntries key={day} day={day} occurrences={occurrences} />);
}
