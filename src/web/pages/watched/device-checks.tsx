import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { lastResultOf, type Check } from "../../api/monitoring";
import { StatusMark } from "../../components/badge/status-mark";
import { describeCheck } from "../../components/check-fields/kind-names";
import { Section } from "../../components/page-head/section";
import { Can } from "../../components/permission/can";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { QueryStates } from "../../components/states/query-states";
import { TimeValue } from "../../components/value/time-value";
import { LOOKS } from "../../components/watched/looks";
import { formatLatency } from "../../format/time";
import { AddIcon, SearchIcon } from "../../theme/icons";
import { ICON } from "../../theme/tokens";
import { deviceChecksQuery } from "./api";

const ServiceFinder = lazy(() =>
  import("../../components/service-finder/service-finder").then((module) => ({
    default: module.ServiceFinder,
  })),
);

function columns(deviceId: number): readonly SimpleColumn<Check>[] {
  return [
    {
      id: "label",
      label: "Check",
      cell: ({ id, label }) => (
        <Link to="/monitoring/checks/$checkId" params={{ checkId: String(id) }} search={{ device: deviceId }}>
          {label}
        </Link>
      ),
    },
    { id: "kind", label: "Kind", cell: (check) => describeCheck(check) },
    {
      id: "state",
      label: "State",
      cell: (check) => (
        <StatusMark {...LOOKS[check.enabled ? (lastResultOf(check)?.state ?? "unknown") : "paused"]} />
      ),
    },
    {
      id: "latency",
      label: "Latency",
      align: "right",
      cell(check) {
        const latency = lastResultOf(check)?.response_time_ms ?? null;
        return latency === null ? "–" : formatLatency(latency);
      },
    },
    {
      id: "checked",
      label: "Last check",
      cell: (check) => <TimeValue at={lastResultOf(check)?.checked_at ?? null} as="age" absent="not yet" />,
    },
    { id: "error", label: "What was found", cell: (check) => lastResultOf(check)?.error ?? "–" },
    {
      id: "of",
      label: "Of",
      cell: ({ device_id: id, scope }) => {
        if (id !== null) return "this device";
        return scope === null ? "every device" : "chosen devices";
      },
    },
  ];
}

/** What is checked on a device beside its being there. */
export function DeviceChecks({ deviceId }: { deviceId: number }) {
  const query = useQuery(deviceChecksQuery(deviceId));
  const [isFinding, setIsFinding] = useState(false);
  return (
    <Section
      title="Service checks"
      hint={query.data?.length === 0 ? "None: only whether it answers at all is checked." : undefined}
      actions={
        <Can do="monitoring_write">
          <Button
            size="xs"
            variant="default"
            leftSection={<SearchIcon {...ICON} />}
            onClick={() => setIsFinding(true)}
          >
            Find services
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<AddIcon {...ICON} />}
            renderRoot={(root) => (
              <Link {...root} to="/monitoring/checks/new" search={{ device: deviceId }} />
            )}
          >
            Add check
          </Button>
        </Can>
      }
    >
      <Suspense>
        {isFinding && <ServiceFinder deviceIds={[deviceId]} onClose={() => setIsFinding(false)} />}
      </Suspense>
      <QueryStates query={query} what="its checks" rows={2}>
        {(checks) =>
          checks.length > 0 && (
            <SimpleTable
              label="Service checks"
              columns={columns(deviceId)}
              rows={checks}
              rowId={({ id }) => id}
            />
          )
        }
      </QueryStates>
    </Section>
  );
}
