import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useMay } from "../../../api/me";
import { wordsOf } from "../../../components/dialog/consequences";
import { useIpamChange } from "../api";
import { leaseDeletionQuery, leasesQuery, removeLeases } from "./api";
import { tellUndoable } from "../../../components/toast/tell-undoable";

const DeleteDialog = lazy(() =>
  import("../../../components/dialog/delete-dialog").then((module) => ({ default: module.DeleteDialog })),
);

const ImportLeasesDialog = lazy(() =>
  import("./import-leases-dialog").then((module) => ({
    default: module.ImportLeasesDialog,
  })),
);

const LeaseHistoryDialog = lazy(() =>
  import("./lease-history-dialog").then((module) => ({
    default: module.LeaseHistoryDialog,
  })),
);

/** What can be done with leases as a whole. */
export function LeaseActions() {
  const [layer, setLayer] = useState<"import" | "remove" | "history" | null>(null);
  const mayWrite = useMay("ipam_write");
  const { data: hasLeases = false } = useQuery({
    ...leasesQuery(),
    select: (all) => all.length > 0,
  });
  return (
    <>
      <Button size="xs" variant="default" aria-label="History of leases" onClick={() => setLayer("history")}>
        History
      </Button>
      {hasLeases && mayWrite && (
        <Button size="xs" variant="default" aria-label="Remove all leases" onClick={() => setLayer("remove")}>
          Remove all
        </Button>
      )}
      {mayWrite && (
        <Button size="xs" variant="default" aria-label="Import leases" onClick={() => setLayer("import")}>
          Import
        </Button>
      )}
      <Suspense>
        {layer === "history" && <LeaseHistoryDialog address="" onClose={() => setLayer(null)} />}
        {layer === "import" && <ImportLeasesDialog onClose={() => setLayer(null)} />}
        {layer === "remove" && <RemoveDialog onClose={() => setLayer(null)} />}
      </Suspense>
    </>
  );
}

function RemoveDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const preview = useQuery(leaseDeletionQuery());
  const { mutate, isPending, error } = useIpamChange(removeLeases, ({ entryId }) => {
    onClose();
    tellUndoable(queries, { text: "All leases removed", entryIds: [entryId] });
  });
  const consequences = Object.entries(preview.data?.would_delete ?? {}).map(([kind, { count }]) => ({
    what: wordsOf(kind),
    count,
  }));
  return (
    <DeleteDialog
      verb="Remove"
      name="all leases"
      explanation="Of every source, with their history. The next import brings back what is still leased."
      consequences={preview.isPending ? undefined : consequences}
      isBusy={isPending}
      error={error ?? preview.error}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  );
}
