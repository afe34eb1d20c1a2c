import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { Can } from "../../../components/permission/can";

const PoolDialog = lazy(() => import("./pool-dialog").then((module) => ({ default: module.PoolDialog })));

/** What can be done with pools as a whole. */
export function PoolActions() {
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Can do="ipam_write">
      <Button size="xs" variant="default" onClick={() => setIsAdding(true)}>
        Add pool
      </Button>
      <Suspense>{isAdding && <PoolDialog onClose={() => setIsAdding(false)} />}</Suspense>
    </Can>
  );
}
