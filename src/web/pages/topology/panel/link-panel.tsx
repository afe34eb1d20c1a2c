import { useQueryClient } from "@tanstack/react-query";
import { Button } from "@mantine/core";
import { useState } from "react";
import { Facts } from "../../../components/detail-panel/facts";
import { DeleteDialog } from "../../../components/dialog/delete-dialog";
import { Can } from "../../../components/permission/can";
import { deviceName, formatWord } from "../../../format/device";
import { formatBitRate } from "../../../format/number";
import { DeleteIcon, EditIcon } from "../../../theme/icons";
import { ICON } from "../../../theme/tokens";
import { useDeleteLink, type Graph, type Link } from "../api";
import { LinkDialog } from "../edit/link-dialog";
import type { MapSteps } from "../steps/map-steps";
import { nodeId } from "../network";
import type { Show } from "../toolbar";
import styles from "../topology.module.css";
import { tellUndoable } from "../../../components/toast/tell-undoable";

type Props = { graph: Graph; link: Link; steps: MapSteps; show: Show };

/** What a link is; those who may, change and delete it. */
export function LinkPanel({ graph, link, steps, show }: Props) {
  const [dialog, setDialog] = useState<"edit" | "delete" | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <Can do="topology_write">
        <div className={styles.panelActions}>
          <Button
            size="xs"
            variant="default"
            leftSection={<EditIcon {...ICON} />}
            onClick={() => setDialog("edit")}
          >
            Edit link
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<DeleteIcon {...ICON} />}
            onClick={() => setDialog("delete")}
          >
            Delete link
          </Button>
        </div>
      </Can>
      <Facts
        facts={[
          { label: "From", value: <End graph={graph} id={link.source_device_id} show={show} /> },
          { label: "Interface", value: link.source_interface },
          { label: "To", value: <End graph={graph} id={link.target_device_id} show={show} /> },
          { label: "Interface there", value: link.target_interface },
          { label: "Type", value: formatWord(link.relationship_type) },
          {
            label: "Speed",
            value: link.link_speed_mbps === null ? null : formatBitRate(link.link_speed_mbps * 1_000_000),
          },
          { label: "Traffic", value: trafficOf(link) },
          { label: "Known by", value: ORIGIN_WORDS[link.origin] },
          { label: "Notes", value: link.notes },
        ]}
      />
      {dialog === "edit" && (
        <LinkDialog
          devices={graph.devices}
          ends={{ source: link.source_device_id, target: link.target_device_id }}
          link={link}
          steps={steps}
          onClose={close}
        />
      )}
      {dialog === "delete" && (
        <DeleteLink
          link={link}
          onClose={close}
          onDone={() => {
            steps.linkDeleted(link);
            show({ id: undefined });
          }}
        />
      )}
    </>
  );
}

/** Which way traffic may go. */
export function trafficOf({ allow_outbound: out, allow_inbound: back }: Link): string {
  if (out && back) return "both ways";
  if (out) return "only from first to second";
  return back ? "only from second to first" : "neither way";
}

/** How a link came to be known. */
export const ORIGIN_WORDS: Readonly<Record<Link["origin"], string>> = {
  manual: "a person",
  measured: "what a device has heard",
  guessed: "a guess",
};

export function End({ graph, id, show }: { graph: Graph; id: number; show: Show }) {
  const device = graph.devices.find((candidate) => candidate.id === id);
  return (
    <Button size="compact-xs" variant="default" onClick={() => show({ id: nodeId(id) })}>
      {device === undefined ? `device ${id}` : deviceName(device)}
    </Button>
  );
}

function DeleteLink({ link, onClose, onDone }: { link: Link; onClose: () => void; onDone: () => void }) {
  const queries = useQueryClient();
  const { mutate, isPending, error } = useDeleteLink((entryId) => {
    onDone();
    tellUndoable(queries, { text: "Link deleted", entryIds: [entryId] });
  });
  return (
    <DeleteDialog
      verb="Delete"
      name="this link"
      explanation="The two devices stay, with their places on the map."
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate(link)}
      onClose={onClose}
    />
  );
}
