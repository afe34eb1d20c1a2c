import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import type { Model } from "../../../api/client";
import { StatusMark } from "../../../components/badge/status-mark";
import { Facts } from "../../../components/detail-panel/facts";
import { Section } from "../../../components/page-head/section";
import { Can } from "../../../components/permission/can";
import { QueryStates } from "../../../components/states/query-states";
import { LOOKS } from "../../../components/watched/looks";
import { formatCount } from "../../../format/number";
import { dependenciesQuery, type Dependencies } from "../api";
import { visible } from "../../../components/value/visible-text";
import styles from "./depends-on.module.css";

const DependsOnDialog = lazy(() =>
  import("./depends-on-dialog").then((module) => ({ default: module.DependsOnDialog })),
);

/** What a device depends on, who says so, and what depends on it. */
export function DependsOn({ deviceId, name }: { deviceId: number; name: string }) {
  const query = useQuery(dependenciesQuery(deviceId));
  const [isChoosing, setChoosing] = useState(false);
  return (
    <Section
      title="Depends on"
      hint={query.data && HINTS[query.data.thing.mode]}
      actions={
        <Can do="monitoring_write">
          <Button size="xs" variant="default" disabled={!query.data} onClick={() => setChoosing(true)}>
            Choose
          </Button>
        </Can>
      }
    >
      <QueryStates query={query} what="what it depends on" rows={2}>
        {({ thing }) => <Parts dependencies={thing} />}
      </QueryStates>
      {isChoosing && query.data !== undefined && (
        <Suspense fallback={null}>
          <DependsOnDialog opened={query.data} name={name} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </Section>
  );
}

const HINTS: Readonly<Record<Dependencies["mode"], string>> = {
  automatic: "From the links of the map: what stands between this service and it.",
  chosen: "Chosen here: it is unreachable, not down, when none of these can be reached.",
  none: "Chosen here: its failure is always its own.",
};

type Related = Model<"RelatedDevice">;

function Parts({ dependencies }: { dependencies: Dependencies }) {
  const { mode, causes, chosen, automatic, automatic_count: count, detours } = dependencies;
  const parents = { automatic, chosen, none: [] }[mode];
  const rest = mode === "automatic" ? moreWays(count - automatic.length, detours) : "";
  return (
    <Facts
      facts={[
        { label: "On", value: <Devices of={parents} absent={ABSENT[mode]} rest={rest} /> },
        ...(causes.length === 0
          ? []
          : [{ label: "Unreachable because of", value: <Devices of={causes} absent="" rest="" /> }]),
        ...(mode === "automatic" || automatic.length === 0
          ? []
          : [
              {
                label: "The map would say",
                value: (
                  <Devices of={automatic} absent="" rest={moreWays(count - automatic.length, detours)} />
                ),
              },
            ]),
        { label: "Depend on it", value: describeDependents(dependencies) },
      ]}
    />
  );
}

const ABSENT: Readonly<Record<Dependencies["mode"], string>> = {
  automatic: "Nothing: no link of the map leads to it from where this service is",
  chosen: "",
  none: "Nothing",
};

function moreWays(hidden: number, detours: number): string {
  const parts = [
    ...(hidden > 0 ? [`${hidden} more`] : []),
    ...(detours > 0 ? [formatCount(detours, ["longer way", "longer ways"])] : []),
  ];
  return parts.length === 0 ? "" : `and ${parts.join(", ")}`;
}

function Devices({ of: devices, absent, rest }: { of: readonly Related[]; absent: string; rest: string }) {
  if (devices.length === 0) return <>{absent}</>;
  return (
    <div className={styles.lines}>
      <ul className={styles.devices}>
        {devices.map(({ id, name, state }) => (
          <li key={id} className={styles.device}>
            <Link
              className={styles.name}
              to="/monitoring/devices/$deviceId"
              params={{ deviceId: String(id) }}
            >
              {visible(name)}
            </Link>
            {state === null ? (
              <span className={styles.dimmed}>not watched</span>
            ) : (
              <StatusMark {...LOOKS[state]} />
            )}
          </li>
        ))}
      </ul>
      {rest !== "" && <span className={styles.dimmed}>{rest}</span>}
    </div>
  );
}

function describeDependents({ dependents: { direct, all, only } }: Dependencies): string {
  if (all === 0) return "No device";
  const behind = all > direct ? `, ${all} with those behind` : "";
  const alone = only === all ? "none has another way" : `${only} of them without another way`;
  return `${formatCount(direct, ["device", "devices"])}${behind}; ${alone}`;
}
