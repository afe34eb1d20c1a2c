import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useMay } from "../../../api/me";

const ReportDialog = lazy(() =>
  import("./report-dialog").then((module) => ({ default: module.ReportDialog })),
);

/** Offers the state of the network as a file for people. */
export function ReportButton() {
  const mayExport = useMay("report_export");
  const [isOpen, setOpen] = useState(false);
  if (!mayExport) return null;
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        Report (PDF)
      </Button>
      {isOpen && (
        <Suspense>
          <ReportDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
