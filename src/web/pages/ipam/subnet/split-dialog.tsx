import { Progress, Stack, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Dialog } from "../../../components/dialog/dialog";
import { DialogActions } from "../../../components/dialog/dialog-actions";
import { ErrorStrip } from "../../../components/states/error-state";
import { QueryStates } from "../../../components/states/query-states";
import { toasts } from "../../../components/toast/toasts";
import { formatCount, formatNumber } from "../../../format/number";
import { partsQuery, renewIpam } from "../api";
import { createSubnet } from "../changes";
import { parseNetwork } from "../network";
import { lengthOf, lengthRule } from "./prefix-length";
import { partName } from "./subnet-values";
import type { Subnet } from "../tree/tree-rows";

type Props = { subnet: Subnet; onClose: () => void };

/** More than this is a plan, not a click. */
const MAX_BITS = 8;

/** Cuts a subnet into equal parts: shows which ones it would be, then adds them. It stays, around its parts. */
export function SplitDialog({ subnet, onClose }: Props) {
  const network = parseNetwork(subnet.cidr);
  const [least, bits] = [(network?.length ?? 0) + 1, network?.bits ?? 32];
  const most = Math.min(bits, (network?.length ?? 0) + MAX_BITS);
  const [text, setText] = useState(String(Math.min(most, least)));
  const fault = lengthRule({ least, most })(text);
  const length = lengthOf(text) ?? least;
  const plan = useQuery({ ...partsQuery(subnet.cidr, length), enabled: fault === null });
  const split = useSplit(subnet, onClose);
  if (least > bits) {
    return (
      <Dialog title={`Split ${subnet.cidr}`} isOpen onClose={onClose}>
        <p>One address cannot be split.</p>
      </Dialog>
    );
  }
  const parts = fault === null ? (plan.data?.subnets ?? []) : [];
  return (
    <Dialog title={`Split ${subnet.cidr}`} isOpen onClose={split.isPending ? split.stop : onClose}>
      <Stack gap="lg">
        <TextInput
          label="Prefix length of the parts"
          description={`From ${least} to ${most}; parts that are subnets already stay as they are`}
          inputMode="numeric"
          data-autofocus
          value={text}
          error={fault}
          disabled={split.isPending}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {fault === null && (
          <QueryStates query={plan} what="the parts" rows={3}>
            {() => <Parts cidrs={parts.map(({ cidr }) => cidr)} />}
          </QueryStates>
        )}
        {split.isPending && (
          <Progress
            value={(split.done / Math.max(1, parts.length)) * 100}
            aria-label="Subnets added"
            size={8}
          />
        )}
        {split.error !== null && (
          <ErrorStrip error={split.error} title={`Added ${formatNumber(split.done)}, then stopped`} />
        )}
        <DialogActions
          onCancel={split.isPending ? split.stop : onClose}
          cancelLabel={split.isPending ? "Stop" : "Cancel"}
          isBusy={split.isPending}
          onAct={() => split.run(parts.map(({ cidr }) => cidr))}
        >
          {parts.length > 0 ? `Add ${formatCount(parts.length, ["subnet", "subnets"])}` : undefined}
        </DialogActions>
      </Stack>
    </Dialog>
  );
}

function Parts({ cidrs }: { cidrs: readonly string[] }) {
  if (cidrs.length === 0) return <p>Every part of this size is taken already.</p>;
  return (
    <div
      className="mono"
      tabIndex={0}
      role="region"
      aria-label="Parts"
      style={{ maxHeight: 200, overflow: "auto" }}
    >
      {cidrs.map((cidr) => (
        <div key={cidr}>{cidr}</div>
      ))}
    </div>
  );
}

/** Adds the parts one after the other; what has been added before a stop stays. */
function useSplit(subnet: Subnet, onClose: () => void) {
  const queries = useQueryClient();
  const [done, setDone] = useState(0);
  const isStopped = useRef(false);
  const { mutate, isPending, error } = useMutation({
    async mutationFn(cidrs: readonly string[]) {
      isStopped.current = false;
      let added = 0;
      for (const cidr of cidrs) {
        if (isStopped.current) break;
        await createSubnet({ cidr, name: partName(subnet, cidr), ...inheritedOf(subnet) });
        added += 1;
        setDone(added);
      }
      return added;
    },
    onSuccess(added) {
      toasts.tell(`${formatCount(added, ["subnet", "subnets"])} added in ${subnet.cidr}`);
      onClose();
    },
    onSettled: () => renewIpam(queries),
  });
  const stop = () => {
    isStopped.current = true;
  };
  return { run: mutate, isPending, error, done, stop };
}

/** What holds for the parts as it does for the whole. */
function inheritedOf({ site_id, dns_servers, is_pool }: Subnet) {
  return { site_id, dns_servers, is_pool };
}
