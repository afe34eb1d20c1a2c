import { Button } from "@mantine/core";
import { useCorrection, useKeepLink, type Suggestion } from "../../../api/neighbours";
import { Facts } from "../../../components/detail-panel/facts";
import { PROTOCOL_WORDS, REASON_WORDS } from "../../../components/neighbour/words";
import { Can } from "../../../components/permission/can";
import { ErrorStrip } from "../../../components/states/error-state";
import { toasts } from "../../../components/toast/toasts";
import { TimeValue } from "../../../components/value/time-value";
import type { Graph } from "../api";
import { End } from "./link-panel";
import type { Show } from "../toolbar";
import styles from "../topology.module.css";

type Props = { graph: Graph; suggestion: Suggestion; show: Show };

/** A link that a device has heard: those who may, keep it or dismiss it. */
export function SuggestionPanel({ graph, suggestion, show }: Props) {
  const close = () => show({ id: undefined });
  const neighbourId = suggestion.neighbour_id;
  const keep = useKeepLink(close);
  const takeBack = useCorrection();
  const dismissal = useCorrection(() => {
    close();
    toasts.tell("The link was dismissed", () =>
      takeBack.mutate({ neighbourId, changes: { dismissed: false } }),
    );
  });
  return (
    <>
      <div className={styles.panelActions}>
        <Can do="topology_write">
          <Button size="xs" loading={keep.isPending} onClick={() => keep.mutate(neighbourId)}>
            Keep link
          </Button>
        </Can>
        <Can do="tools_active">
          <Button
            size="xs"
            variant="default"
            loading={dismissal.isPending}
            onClick={() => dismissal.mutate({ neighbourId, changes: { dismissed: true } })}
          >
            Dismiss
          </Button>
        </Can>
      </div>
      {keep.error !== null && <ErrorStrip error={keep.error} title="Cannot keep the link" />}
      {dismissal.error !== null && <ErrorStrip error={dismissal.error} title="Cannot dismiss the link" />}
      <Facts
        facts={[
          { label: "From", value: <End graph={graph} id={suggestion.source_device_id} show={show} /> },
          { label: "Interface", value: suggestion.source_interface },
          { label: "To", value: <End graph={graph} id={suggestion.target_device_id} show={show} /> },
          { label: "Interface there", value: suggestion.target_interface },
          { label: "Heard by", value: PROTOCOL_WORDS[suggestion.protocol] },
          { label: "Matched", value: REASON_WORDS[suggestion.match_reason] },
          { label: "Last heard", value: <TimeValue at={suggestion.last_seen} /> },
        ]}
      />
    </>
  );
}
