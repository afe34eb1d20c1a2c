import { createLazyRoute } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { PageHead } from "../../components/page-head/page-head";
import { Loading } from "../../components/states/loading";
import { KeptSection } from "./kept-section";
import { RestoreSection } from "./restore-section";
import { WorkSection } from "./work-section";
import { TakeSection } from "./take-section";

const TargetSection = lazy(() =>
  import("./target-section").then((module) => ({ default: module.TargetSection })),
);

function BackupsPage() {
  return (
    <>
      <PageHead title="Backups" meta="of the database, and the way back" />
      <TakeSection />
      <WorkSection />
      <KeptSection />
      <Suspense fallback={<Loading what="where backups go" rows={8} />}>
        <TargetSection />
      </Suspense>
      <RestoreSection />
    </>
  );
}

export const Route = createLazyRoute("/shell/administration/backups")({ component: BackupsPage });
