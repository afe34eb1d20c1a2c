import { Button } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useMemo } from "react";
import { portHistoryQuery, type Port, type PortHistory } from "../../../api/ports";
import { TimeChart } from "../../../components/chart/time-chart";
import { IconButton } from "../../../components/icon-button/icon-button";
import { Section } from "../../../components/page-head/section";
import { QueryStates } from "../../../components/states/query-states";
import { formatBitRate } from "../../../format/number";
import { CloseIcon } from "../../../theme/icons";
import { formatLoss } from "./port-rows";
import styles from "../device.module.css";
import { seriesOf } from "./port-series";
import { PORT_RANGES, type PortRange } from "../search";

const route = getRouteApi("/shell/inventory/$deviceId");
const HOURS: Readonly<Record<PortRange, number>> = { "24h": 24, "7d": 168, "30d": 720 };
const WORDS: Readonly<Record<PortRange, string>> = { "24h": "24 h", "7d": "7 days", "30d": "30 days" };

/** What went through a port: bits a second each way, and frames that were lost. */
export function PortChart({ port }: { port: Port }) {
  const { range = "24h" } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery({
    ...portHistoryQuery({ deviceId: port.device_id, portId: port.id, hours: HOURS[range] }),
    placeholderData: keepPreviousData,
  });
  const change = (changed: { port?: undefined; range?: Exclude<PortRange, "24h"> | undefined }) =>
    void navigate({ search: (old) => ({ ...old, ...changed }), resetScroll: false });
  return (
    <Section
      title={`Traffic of ${port.name}`}
      hint={port.alias ?? undefined}
      actions={
        <>
          {PORT_RANGES.map((name) => (
            <Button
              key={name}
              size="xs"
              variant={name === range ? "light" : "default"}
              aria-pressed={name === range}
              onClick={() => change({ range: name === "24h" ? undefined : name })}
            >
              {WORDS[name]}
            </Button>
          ))}
          <IconButton icon={CloseIcon} label="Close the chart" onClick={() => change({ port: undefined })} />
        </>
      }
    >
      <QueryStates query={query} what="the traffic" rows={6}>
        {(history) =>
          history.points.some(({ in_bps: bits }) => bits !== null) ? (
            <Charts history={history} />
          ) : (
            <p className={styles.dimmed}>Nothing was counted in this time.</p>
          )
        }
      </QueryStates>
    </Section>
  );
}

function Charts({ history }: { history: PortHistory }) {
  const { times, traffic, losses } = useMemo(() => seriesOf(history), [history]);
  return (
    <>
      <TimeChart label="Traffic" times={times} series={traffic} height={160} formatValue={formatBitRate} />
      {losses.some(({ values }) => values.some((value) => value !== null && value > 0)) ? (
        <TimeChart label="Lost frames" times={times} series={losses} height={96} formatValue={formatLoss} />
      ) : (
        <p className={styles.dimmed}>No frame was lost in this time.</p>
      )}
    </>
  );
}
