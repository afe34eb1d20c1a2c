import { createLazyRoute } from "@tanstack/react-router";
import { PageHead } from "../../components/page-head/page-head";
import { KeptSection } from "./kept-section";
import { RestoreSection } from "./restore-section";
import { WorkSection } from "./work-section";
import { TakeSection } from "./take-section";

function BackupsPage() {
  return (
    <>
      <PageHead title="Backups" meta="of the database, and the way back" />
      <TakeSection />
      <WorkSection />
      <KeptSection />
      <RestoreSection />
    </>
  );
}

export const Route = createLazyRoute("/shell/administration/backups")({ component: BackupsPage });
