import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { forgetDeleted, forgetMonitoring } from "../../../api/monitoring";
import { DeleteDialog } from "../../../components/dialog/delete-dialog";
import { formatCount } from "../../../format/number";
import { DeleteIcon, EditIcon, LiveIcon, PauseIcon } from "../../../theme/icons";
import { ICON } from "../../../theme/tokens";
import { BulkBar } from "../../../components/bulk-bar/bulk-bar";
import type { Row } from "../rows";
import { useBulk } from "./use-bulk";

type Props = {
  rows: readonly Row[];
  isAll: boolean;
  dropped: number;
  clear: () => void;
  /** `["check", "checks"]`. */
  what: readonly [one: string, many: string];
  /** Where one of them is edited. */
  editHref: (id: number) => string;
  enable: (id: number, isEnabled: boolean) => Promise<unknown>;
  remove: (id: number) => Promise<unknown>;
};

/** Switches checks or monitors off and on, or deletes them with their history. */
export function CheckBulk({ rows, isAll, dropped, clear, what, editHref, enable, remove }: Props) {
  const queries = useQueryClient();
  const [isDeleting, setIsDeleting] = useState(false);
  const { run, running } = useBulk();
  const ids = rows.map(({ id }) => id);
  const [one, many] = what;
  const each = (
    act: (id: number) => Promise<unknown>,
    { verb, isGone = false }: { verb: string; isGone?: boolean },
  ) =>
    void run({
      ids,
      size: 1,
      send: ([id]) => (id === undefined ? Promise.resolve() : act(id)),
      done: [`${one} ${verb}`, `${many} ${verb}`],
      onEnd: () => void (isGone ? forgetDeleted(queries) : forgetMonitoring(queries)),
    });
  const [first] = ids;
  return (
    <>
      <BulkBar
        label="Selected rows"
        count={rows.length}
        isAll={isAll}
        dropped={dropped}
        running={running}
        onClear={clear}
      >
        {rows.length === 1 && first !== undefined && (
          <Button
            size="xs"
            variant="default"
            leftSection={<EditIcon {...ICON} />}
            renderRoot={(root) => <Link {...root} to={editHref(first)} />}
          >
            Edit
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          leftSection={<PauseIcon {...ICON} />}
          onClick={() => each((id) => enable(id, false), { verb: "switched off" })}
        >
          Switch off
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<LiveIcon {...ICON} />}
          onClick={() => each((id) => enable(id, true), { verb: "switched on" })}
        >
          Switch on
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<DeleteIcon {...ICON} />}
          onClick={() => setIsDeleting(true)}
        >
          Delete
        </Button>
      </BulkBar>
      {isDeleting && (
        <DeleteDialog
          verb="Delete"
          name={rows.length === 1 ? (rows[0]?.name ?? one) : formatCount(rows.length, what)}
          objects={rows.length}
          explanation={
            rows.length === 1
              ? "It can be restored from the trash, for 30 days with all that was found by it. To stop for a while, switch it off instead."
              : "They can be restored from the trash, for 30 days with all that was found by them. To stop for a while, switch them off instead."
          }
          isBusy={running !== undefined}
          error={null}
          onConfirm={() => {
            setIsDeleting(false);
            each(remove, { verb: "deleted", isGone: true });
          }}
          onClose={() => setIsDeleting(false)}
        />
      )}
    </>
  );
}
