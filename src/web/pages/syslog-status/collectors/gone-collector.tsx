import { useQuery } from "@tanstack/react-query";
import { syslogStatusQuery } from "../../../api/syslog-status";
import { EmptyState } from "../../../components/states/empty-state";
import { CollectorLinks } from "./collector-choice";

/** A collector that was chosen, or stands in a bookmark, and whose process does not run: what that means, and which do. */
export function GoneCollector({ collector }: { collector: string }) {
  const { data } = useQuery(syslogStatusQuery());
  const others = data?.collectors ?? [];
  return (
    <EmptyState
      title={`Collector ${collector} does not run now`}
      action={
        others.length > 0 && <CollectorLinks label="These run:" collectors={others} chosen={undefined} />
      }
    >
      Its process was stopped or has died, or receives under another id since. What it stored is found as
      ever; what it still had in its journal is stored when a process starts on its data directory.
      {data !== undefined && others.length === 0 && " No process receives now."}
    </EmptyState>
  );
}
