import { Button, Group, NativeSelect, Stack, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "../../../components/dialog/dialog";
import { DialogActions } from "../../../components/dialog/dialog-actions";
import { useIdempotencyKey } from "../../../components/form/idempotency-key";
import { required } from "../../../components/form/rules";
import { FormBody, useSubmitForm } from "../../../components/form/submit-form";
import { MomentInput } from "../../../components/moment-input/moment-input";
import { instantOf, momentFault } from "../../../components/moment-input/moment";
import { CopyButton } from "../../../components/value/copy-button";
import { messageOf } from "../../../components/states/failure-text";
import { nextAvailableQuery, renewIpam, type Reservation } from "../api";
import { allocate } from "../changes";
import { useUsualExpiry } from "../reservations/use-usual-expiry";
import type { Subnet } from "../tree/tree-rows";
import type { IpamView } from "../view";

const STRATEGIES = [
  { value: "first", label: "The first free one" },
  { value: "last", label: "The last free one" },
  { value: "random", label: "Any free one" },
] as const;

const MOST = 256;

type Props = { subnet: Subnet; view: IpamView; onClose: () => void };

/** Finds free addresses and reserves them in one step, then says which they are. */
export function AllocateDialog({ subnet, view, onClose }: Props) {
  const [given, setGiven] = useState<readonly Reservation[] | null>(null);
  const queries = useQueryClient();
  const key = useIdempotencyKey();
  const next = useQuery(nextAvailableQuery(subnet.id));
  const usualExpiry = useUsualExpiry();
  const form = useSubmitForm({
    initialValues: { label: "", count: "1", strategy: "first", expires_at: usualExpiry },
    validate: { label: required("The name"), count: countRule, expires_at: momentFault },
    submit: ({ label, count, strategy, expires_at: expires }) =>
      allocate(
        subnet.id,
        {
          label,
          count: Number(count),
          strategy: STRATEGIES.find(({ value }) => value === strategy)?.value ?? "first",
          expires_at: instantOf(expires),
        },
        key,
      ),
    onDone: (reservations) => {
      void renewIpam(queries);
      setGiven(reservations);
    },
  });
  if (given !== null) return <GivenDialog given={given} view={view} onClose={onClose} />;
  const { fields } = form;
  return (
    <Dialog title={`Allocate in ${subnet.cidr}`} isOpen onClose={onClose}>
      <FormBody form={form} label="Allocate next free">
        <p aria-live="polite">
          {next.data !== undefined && (
            <>
              Next free now: <span className="mono">{next.data.ip}</span>
            </>
          )}
          {next.error !== null && messageOf(next.error)}
          {next.isPending && " "}
        </p>
        <TextInput
          label="Reserved for"
          description="Who or what will use it, such as “printer, second floor”"
          maxLength={120}
          data-autofocus
          key={fields.key("label")}
          {...fields.getInputProps("label")}
        />
        <NativeSelect
          label="Which"
          data={STRATEGIES}
          key={fields.key("strategy")}
          {...fields.getInputProps("strategy")}
        />
        <TextInput
          label="How many"
          description={`Up to ${MOST}; all of them or none`}
          inputMode="numeric"
          key={fields.key("count")}
          {...fields.getInputProps("count")}
        />
        <MomentInput
          label="Expires"
          description="Free again from then on; empty: never"
          key={fields.key("expires_at")}
          {...fields.getInputProps("expires_at")}
        />
        <DialogActions isBusy={form.isBusy} onCancel={onClose}>
          Allocate
        </DialogActions>
      </FormBody>
    </Dialog>
  );
}

function countRule(value: string): string | null {
  const count = Number(value);
  return Number.isInteger(count) && count >= 1 && count <= MOST ? null : `A whole number from 1 to ${MOST}`;
}

type GivenProps = { given: readonly Reservation[]; view: IpamView; onClose: () => void };

/** Which addresses it are: the answer for which one has asked. */
function GivenDialog({ given, view, onClose }: GivenProps) {
  const addresses = given.map(({ ip_address: ip }) => ip);
  const label = given[0]?.label ?? "";
  return (
    <Dialog
      title={addresses.length === 1 ? "Address allocated" : "Addresses allocated"}
      isOpen
      onClose={onClose}
    >
      <Stack gap="lg">
        <p>Reserved for “{label}”:</p>
        <Group gap="sm" align="flex-start">
          <div className="mono" style={{ maxHeight: 240, overflow: "auto", fontSize: 14 }}>
            {addresses.map((ip) => (
              <div key={ip}>{ip}</div>
            ))}
          </div>
          <CopyButton
            text={addresses.join("\n")}
            label={addresses.length === 1 ? "Copy the address" : "Copy them"}
          />
        </Group>
        <DialogActions
          others={
            <Button
              variant="default"
              onClick={() => {
                onClose();
                view.change({ tab: "reservations", find: addresses.length === 1 ? addresses[0] : label });
              }}
            >
              Show reservations
            </Button>
          }
          onAct={onClose}
        >
          Done
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
