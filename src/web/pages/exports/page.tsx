import { Anchor, Button, Group, Switch } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createLazyRoute, Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { may, useMe } from "../../api/me";
import type { Model } from "../../api/client";
import { PageHead } from "../../components/page-head/page-head";
import { Section } from "../../components/page-head/section";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { EmptyState } from "../../components/states/empty-state";
import { ErrorStrip } from "../../components/states/error-state";
import { QueryStates } from "../../components/states/query-states";
import { toasts } from "../../components/toast/toasts";
import { TimeValue } from "../../components/value/time-value";
import { download, summaryQuery, useWriteBehind } from "./api";
import styles from "./exports.module.css";
import { EXPORTS, FORMAT_NAMES, hrefOf, type Export } from "./list";

const ReportSchedules = lazy(() =>
  import("./report-schedules").then((module) => ({ default: module.ReportSchedules })),
);

type Summary = Model<"ExportSummaryRead">;

const columns = (summary: Summary, onTake: (href: string) => void): readonly SimpleColumn<Export>[] => [
  {
    id: "what",
    label: "What",
    cell: ({ type, hint }) => (
      <>
        {type}
        <span className={styles.hint}>{hint}</span>
      </>
    ),
  },
  {
    id: "last",
    label: "Your last",
    cell: ({ type }) => (
      <TimeValue at={summary.last_exports.find((last) => last.type === type)?.at ?? null} absent="none yet" />
    ),
  },
  {
    id: "formats",
    label: "Take as",
    cell: (one) => (
      <Group gap="xs">
        {one.formats.map((format) => (
          <Button
            key={format}
            size="compact-xs"
            variant="default"
            aria-label={`${one.type} as ${FORMAT_NAMES[format]}`}
            onClick={() => onTake(hrefOf(one, format))}
          >
            {FORMAT_NAMES[format]}
          </Button>
        ))}
      </Group>
    ),
  },
];

/** Everything that can be taken as a file, and what one has taken before. */
function ExportsPage() {
  const me = useMe();
  const queries = useQueryClient();
  const query = useQuery(summaryQuery());
  const [isBehind, setIsBehind] = useState(false);
  const { mutate, error } = useWriteBehind();
  const rows = EXPORTS.filter(({ right }) => may(me, right));
  const take = (href: string) => {
    if (isBehind)
      return mutate(href, {
        onSuccess: () => toasts.tell("The export is being written: Activity has its file when it is done"),
      });
    void download(queries, href).catch(() => toasts.tellError("Cannot export: the service was not reached"));
  };
  return (
    <>
      <PageHead title="Exports" meta="files of what is kept here" />
      <Section
        title="Files"
        hint={
          <>
            A file is downloaded at once. In the background, the service writes it and keeps it for 7 days
            under{" "}
            <Anchor component={Link} to="/activity" inherit underline="always">
              Activity
            </Anchor>
            .
          </>
        }
        actions={
          rows.length > 0 && (
            <Switch
              label="In the background"
              checked={isBehind}
              onChange={({ currentTarget: { checked } }) => setIsBehind(checked)}
            />
          )
        }
      >
        {error !== null && <ErrorStrip error={error} title="Cannot export" />}
        {rows.length === 0 ? (
          <EmptyState title="Nothing for your role">Your role may not export anything.</EmptyState>
        ) : (
          <QueryStates query={query} what="your exports" rows={5}>
            {(summary) => (
              <SimpleTable
                label="Exports"
                columns={columns(summary, take)}
                rows={rows}
                rowId={({ path }) => path}
              />
            )}
          </QueryStates>
        )}
      </Section>
      {may(me, "report_export") && (
        <Suspense>
          <ReportSchedules />
        </Suspense>
      )}
    </>
  );
}

export const Route = createLazyRoute("/shell/exports")({ component: ExportsPage });
