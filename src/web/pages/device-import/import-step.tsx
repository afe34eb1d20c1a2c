import { Button, Group, Progress } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Section } from "../../components/page-head/section";
import { ErrorStrip } from "../../components/states/error-state";
import { asError } from "../../components/states/as-error";
import { formatNumber } from "../../format/number";
import { cancelImport, progressQuery } from "./api";
import type { ImportResult } from "./verdicts";

type Props = {
  importId: string;
  isRunning: boolean;
  result: ImportResult | undefined;
  error: Error | null;
  onBack: () => void;
  onAgain: () => void;
};

/** The import while it runs, and what came of it. */
export function ImportStep({ importId, isRunning, result, error, onBack, onAgain }: Props) {
  if (isRunning) return <Running importId={importId} />;
  if (error !== null || result === undefined) {
    return (
      <Section title="Nothing was imported">
        {error !== null && <ErrorStrip error={error} title="The import has ended" />}
        <Group mt="lg">
          <Button variant="default" onClick={onBack}>
            Back to the check
          </Button>
        </Group>
      </Section>
    );
  }
  const { created, updated, failed, unchanged, skipped } = result;
  return (
    <Section title="Imported">
      <p role="status">
        {formatNumber(created)} added, {formatNumber(updated)} changed
        {unchanged + skipped > 0 && `, ${formatNumber(unchanged + skipped)} left as they were`}
        {failed > 0 && `, ${formatNumber(failed)} left out because of errors`}.
      </p>
      <Group mt="lg" gap="sm">
        <Button variant="default" onClick={onAgain}>
          Import another file
        </Button>
        <Button component={Link} to="/inventory">
          Go to the inventory
        </Button>
      </Group>
    </Section>
  );
}

function Running({ importId }: { importId: string }) {
  const { data } = useQuery(progressQuery(importId));
  const [fault, setFault] = useState<Error | null>(null);
  const [isCancelling, setIsCancelling] = useState(false);
  const cancel = () => {
    setIsCancelling(true);
    cancelImport(importId).catch((error: unknown) => {
      setIsCancelling(false);
      setFault(asError(error));
    });
  };
  const { rows_done: done = 0, rows_total: total = null } = data ?? {};
  return (
    <Section
      title="Importing"
      hint="All rows are written at once at the end; until then it can be cancelled."
    >
      {fault !== null && <ErrorStrip error={fault} title="Cannot cancel it" />}
      <Progress
        value={total === null ? 0 : (done / Math.max(1, total)) * 100}
        aria-label="Rows that are done"
      />
      <Group mt="md" justify="space-between">
        <span role="status">
          {total === null ? "Reading the rows" : `${formatNumber(done)} of ${formatNumber(total)} rows`}
        </span>
        <Button variant="default" onClick={cancel} loading={isCancelling}>
          Cancel the import
        </Button>
      </Group>
    </Section>
  );
}
