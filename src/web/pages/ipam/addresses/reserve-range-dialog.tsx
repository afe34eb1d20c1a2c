import { useQueryClient } from "@tanstack/react-query";
import { Dialog } from "../../../components/dialog/dialog";
import { DialogActions } from "../../../components/dialog/dialog-actions";
import { useIdempotencyKey } from "../../../components/form/idempotency-key";
import { FormBody, useSubmitForm } from "../../../components/form/submit-form";
import { formatCount } from "../../../format/number";
import type { Cell } from "./address-cells";
import { renewIpam } from "../api";
import { allocate } from "../changes";
import {
  reservationBody,
  ReservationFields,
  reservationRules,
  reservationValues,
} from "../reservations/reservation-fields";
import { useUsualExpiry } from "../reservations/use-usual-expiry";
import type { Subnet } from "../tree/tree-rows";

type Props = { subnet: Subnet; free: readonly Cell[]; onClose: () => void; onDone: () => void };

/** Reserves all free addresses of a selection in one step: all of them or none. */
export function ReserveRangeDialog({ subnet, free, onClose, onDone }: Props) {
  const queries = useQueryClient();
  const key = useIdempotencyKey();
  const expires = useUsualExpiry();
  const form = useSubmitForm({
    initialValues: { ...reservationValues(), expires_at: expires },
    validate: reservationRules,
    submit: (values) =>
      allocate(
        subnet.id,
        {
          ...reservationBody(values),
          count: free.length,
          ...ends(free),
        },
        key,
      ),
    onDone: () => {
      void renewIpam(queries);
      onClose();
      onDone();
    },
  });
  const words = formatCount(free.length, ["address", "addresses"]);
  return (
    <Dialog title={`Reserve ${words}`} isOpen onClose={onClose}>
      <FormBody form={form} label="Reserve the selected addresses">
        <p>
          The free ones from <span className="mono">{free[0]?.ip}</span> to{" "}
          <span className="mono">{free.at(-1)?.ip}</span>, all of them or none.
        </p>
        <ReservationFields fields={form.fields} />
        <DialogActions isBusy={form.isBusy} onCancel={onClose}>
          Reserve {words}
        </DialogActions>
      </FormBody>
    </Dialog>
  );
}

function ends(free: readonly Cell[]) {
  const [first, last] = [free[0], free.at(-1)];
  return first === undefined || last === undefined ? {} : { range_start: first.ip, range_end: last.ip };
}
