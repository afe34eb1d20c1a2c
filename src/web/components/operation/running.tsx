import { Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { cancelOperation, operationQuery } from "../../api/running-operation";
import { Section } from "../page-head/section";
import { asError } from "../states/as-error";
import { ErrorStrip } from "../states/error-state";
import { OperationProgress } from "./operation-progress";

type Props = {
  operationId: string;
  title: string;
  /** Until the service has begun with it. */
  sending: string;
};

/** Work in one transaction, such as an import, while it runs. */
export function Running({ operationId, title, sending }: Props) {
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
        <span role="status">{data === undefined ? sending : <OperationProgress operation={data} />}</span>
        <Button variant="default" onClick={cancel} loading={isCancelling} disabled={data === undefined}>
          Cancel
        </Button>
      </Group>
    </Section>
  );
}
