import { Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { Device } from "../../../api/inventory";
import { keptResultsQuery, useDeleteResult } from "../../../api/tool-results";
import { DeleteDialog } from "../../../components/dialog/delete-dialog";
import { Section } from "../../../components/page-head/section";
import { Can } from "../../../components/permission/can";
import { SimpleTable, type SimpleColumn } from "../../../components/simple-table/simple-table";
import { Loading } from "../../../components/states/loading";
import { RESULT_NAMES, type KeptResult } from "../../../components/tool-result/names";
import { againHref, summaryOf } from "../../../components/tool-result/summary";
import { TimeValue } from "../../../components/value/time-value";
import styles from "../device.module.css";

const ToolResult = lazy(() =>
  import("../../../components/tool-result/tool-result").then((module) => ({ default: module.ToolResult })),
);

type Draw = {
  isShown: (kept: KeptResult) => boolean;
  onShow: (kept: KeptResult) => void;
  onDelete: (kept: KeptResult) => void;
};

const columns = ({ isShown, onShow, onDelete }: Draw): readonly SimpleColumn<KeptResult>[] => [
  { id: "tool", label: "Tool", cell: ({ tool }) => RESULT_NAMES[tool] },
  { id: "target", label: "Target", cell: ({ asked }) => <span className="mono">{asked.target}</span> },
  { id: "summary", label: "Result", cell: summaryOf },
  { id: "ran", label: "Asked", cell: ({ ran_at: at }) => <TimeValue at={at} /> },
  { id: "by", label: "By", cell: ({ username }) => username ?? "–" },
  {
    id: "actions",
    label: "Actions",
    isHeadHidden: true,
    align: "right",
    cell: (kept) => (
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`${isShown(kept) ? "Hide" : "Show"}: ${titleOf(kept)}`}
          aria-expanded={isShown(kept)}
          onClick={() => onShow(kept)}
        >
          {isShown(kept) ? "Hide" : "Show"}
        </Button>
        <a href={againHref(kept)} aria-label={`Ask again: ${titleOf(kept)}`}>
          Ask again
        </a>
        <Can do="topology_write">
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`Delete: ${titleOf(kept)}`}
            onClick={() => onDelete(kept)}
          >
            Delete
          </Button>
        </Can>
      </Group>
    ),
  },
];

function titleOf({ tool, asked }: KeptResult): string {
  return `${RESULT_NAMES[tool]} ${asked.target}`;
}

/** Answers of tools that people have kept; several can be looked at beside each other. Nothing where none is kept. */
export function KeptResults({ device }: { device: Device }) {
  const { data: results = [] } = useQuery(keptResultsQuery(device.id));
  const [shown, setShown] = useState<ReadonlySet<number>>(new Set());
  const [leaving, setLeaving] = useState<KeptResult>();
  if (results.length === 0) return null;
  const isShown = ({ id }: KeptResult) => shown.has(id);
  const toggle = ({ id }: KeptResult) =>
    setShown((before) =>
      before.has(id) ? new Set([...before].filter((one) => one !== id)) : before.union(new Set([id])),
    );
  return (
    <Section title="Kept tool results" hint="The newest 100; what is shown stands beside each other">
      <SimpleTable
        label="Kept tool results"
        columns={columns({ isShown, onShow: toggle, onDelete: setLeaving })}
        rows={results}
        rowId={({ id }) => id}
      />
      {shown.size > 0 && (
        <div className={styles.kept}>
          {results.filter(isShown).map((kept) => (
            <Section
              key={kept.id}
              title={titleOf(kept)}
              hint={
                <>
                  <TimeValue at={kept.ran_at} />, by {kept.username ?? "a user that is gone"}
                </>
              }
            >
              <Suspense fallback={<Loading what="the result" rows={3} />}>
                <ToolResult kept={kept} />
              </Suspense>
            </Section>
          ))}
        </div>
      )}
      {leaving !== undefined && <DeleteResult kept={leaving} onClose={() => setLeaving(undefined)} />}
    </Section>
  );
}

function DeleteResult({ kept, onClose }: { kept: KeptResult; onClose: () => void }) {
  const { mutate, isPending, error } = useDeleteResult();
  const place = { deviceId: kept.device_id, id: kept.id };
  return (
    <DeleteDialog
      verb="Delete"
      isFinal
      name={titleOf(kept)}
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate(place, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
