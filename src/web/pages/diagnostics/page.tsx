import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute } from "@tanstack/react-router";
import { PageHead } from "../../components/page-head/page-head";
import { QueryStates } from "../../components/states/query-states";
import { ExportIcon } from "../../theme/icons";
import { ICON } from "../../theme/tokens";
import { diagnosticsQuery } from "./api";
import { Processes } from "./processes";
import { Sizes, Tables } from "./sizes";
import { Verdicts } from "./verdicts";
import { Jobs, Process, Readiness } from "./work";

/** How the service is, what it stands on, and what could be better here. */
function DiagnosticsPage() {
  const query = useQuery(diagnosticsQuery());
  return (
    <>
      <PageHead
        title="Diagnostics"
        actions={
          <>
            <Button
              size="xs"
              variant="default"
              loading={query.isFetching}
              onClick={() => void query.refetch()}
            >
              Check again
            </Button>
            <Button
              size="xs"
              component="a"
              href="/api/v1/system/diagnostics/bundle"
              download
              leftSection={<ExportIcon {...ICON} />}
              title="Diagnostics, metrics and settings for whoever helps; no secret is in it"
            >
              Support bundle
            </Button>
          </>
        }
      />
      <QueryStates query={query} what="the diagnostics" rows={8}>
        {(diagnostics) => (
          <>
            <Verdicts verdicts={diagnostics.doctor} />
            <Readiness checks={diagnostics.readiness} />
            <Processes {...diagnostics} />
            <Sizes {...diagnostics} />
            <Process {...diagnostics} />
            <Jobs jobs={diagnostics.jobs} />
            <Tables tables={diagnostics.database.tables} />
          </>
        )}
      </QueryStates>
    </>
  );
}

export const Route = createLazyRoute("/shell/administration/diagnostics")({ component: DiagnosticsPage });
