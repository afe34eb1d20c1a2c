import { Button, NativeSelect, Progress, Stack } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "../../../components/dialog/dialog";
import { DialogActions } from "../../../components/dialog/dialog-actions";
import { ErrorStrip } from "../../../components/states/error-state";
import { cancelReport, reportQuery, startReport, type Paper, type ReportOperation } from "./report-api";

const DAYS = [
  { value: "1", label: "The last 24 hours" },
  { value: "7", label: "The last 7 days" },
  { value: "30", label: "The last 30 days" },
  { value: "90", label: "The last 90 days" },
  { value: "365", label: "The last year" },
];
const PAPERS: Paper[] = ["A4", "Letter"];

/** Asks of which time, on which paper; then says how far the report is, and gives it. */
export function ReportDialog({ onClose }: { onClose: () => void }) {
  const start = useMutation({ mutationFn: startReport });
  return (
    <Dialog title="Network report" isOpen onClose={onClose}>
      {start.data === undefined ? (
        <Choice start={start} onClose={onClose} />
      ) : (
        <Course begun={start.data} onAgain={start.reset} onClose={onClose} />
      )}
    </Dialog>
  );
}

type Start = {
  mutate: (choice: { days: number; paper: Paper }) => void;
  isPending: boolean;
  error: Error | null;
};

function Choice({ start, onClose }: { start: Start; onClose: () => void }) {
  const [days, setDays] = useState("30");
  const [paper, setPaper] = useState<Paper>("A4");
  return (
    <form
      aria-label="Network report"
      onSubmit={(event) => {
        event.preventDefault();
        start.mutate({ days: Number(days), paper });
      }}
    >
      <Stack gap="md">
        <p>
          A PDF file for people: availability, incidents, inventory, addresses, certificates, the map, and
          events where you may see them.
        </p>
        <NativeSelect
          label="Period"
          data={DAYS}
          value={days}
          data-autofocus
          onChange={(event) => setDays(event.currentTarget.value)}
        />
        <NativeSelect
          label="Paper"
          data={PAPERS}
          value={paper}
          onChange={({ currentTarget: { value } }) =>
            setPaper(PAPERS.find((known) => known === value) ?? "A4")
          }
        />
        {start.error !== null && <ErrorStrip error={start.error} title="Cannot make the report" />}
        <DialogActions onCancel={onClose} isBusy={start.isPending}>
          Make report
        </DialogActions>
      </Stack>
    </form>
  );
}

const PHASES: Readonly<Record<string, { text: string; percent: number }>> = {
  waiting: { text: "Waiting for its turn", percent: 5 },
  collecting: { text: "Collecting figures", percent: 30 },
  printing: { text: "Printing pages", percent: 70 },
};

type CourseProps = { begun: ReportOperation; onAgain: () => void; onClose: () => void };

function Course({ begun, onAgain, onClose }: CourseProps) {
  const { data: report, error } = useQuery(reportQuery(begun));
  const cancel = useMutation({ mutationFn: cancelReport });
  const { text, percent } = PHASES[report.phase ?? ""] ?? { text: sentenceOf(report), percent: 100 };
  const isRunning = report.state === "running";
  return (
    <Stack gap="md">
      <p role="status">{report.is_cancel_requested && isRunning ? "Being cancelled" : text}</p>
      {isRunning && <Progress size="sm" value={percent} aria-label="Progress of the report" />}
      {isRunning && <p>It goes on when this is closed, and is then found under Activity.</p>}
      {error !== null && <ErrorStrip error={error} title="Cannot tell how far it is" />}
      <DialogActions
        others={
          <>
            {isRunning ? (
              <Button
                variant="default"
                disabled={report.is_cancel_requested || cancel.isPending}
                onClick={() => cancel.mutate(report)}
              >
                Cancel report
              </Button>
            ) : (
              <Button variant="default" onClick={onAgain}>
                Make another
              </Button>
            )}
            {report.state === "done" && report.result_link !== null && (
              <Button component="a" href={report.result_link} download onClick={onClose} data-autofocus>
                Save report
              </Button>
            )}
          </>
        }
      />
    </Stack>
  );
}

function sentenceOf({ state, error }: ReportOperation): string {
  if (state === "done") return "The report is ready.";
  if (state === "cancelled") return "The report was cancelled.";
  return `The report could not be made: ${error ?? "an unexpected failure"}`;
}
