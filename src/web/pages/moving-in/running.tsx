import { Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { OperationProgress } from "../../components/operation/operation-progress";
import { Section } from "../../components/page-head/section";
import { asError } from "../../components/states/as-error";
import { ErrorStrip } from "../../components/states/error-state";
import { cancelOperation, operationQuery } from "./api";

/** An import, or its undo, while it runs. */
export function Running({ operationId, title }: { operationId: string; title: string }) {
  const { data } = useQuery(operationQuery(operationId));
  const [fault, setFault] = useState<Error | null>(null);
  const [isCancelling, setIsCancelling] = useState(false);
  const cancel = () => {
    setIsCancelling(true);
    cancelOperation(operationId).catch((error: unknown) => {
      setIsCancelling(false);
      setFault(asError(error));
    });
  };
  return (
    <Section title={title} hint="All of it is written at once at the end; until then it can be cancelled.">
      {fault !== null && <ErrorStrip error={fault} title="Cannot cancel it" />}
      <Group justify="space-between">
        <span role="status">
          {data === undefined ? "Sending the files" : <OperationProgress operation={data} />}
        </span>
        <Button variant="default" onClick={cancel} loading={isCancelling} disabled={data === undefined}>
          Cancel
        </Button>
      </Group>
    </Section>
  );
}
