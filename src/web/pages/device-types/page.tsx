import { Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute } from "@tanstack/react-router";
import { useState } from "react";
import { deviceTypesQuery, type DeviceType } from "../../api/inventory";
import { KindIcon } from "../../components/device-kind/kind-icon";
import { kindName, kindOf } from "../../components/device-kind/kinds";
import { DeleteDialog } from "../../components/dialog/delete-dialog";
import { PageHead } from "../../components/page-head/page-head";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { QueryStates } from "../../components/states/query-states";
import { AddIcon } from "../../theme/icons";
import { ICON } from "../../theme/tokens";
import { useDeleteType } from "./api";
import styles from "./device-types.module.css";
import { TypeDialog } from "./type-dialog";

type Layer = { kind: "edit"; type: DeviceType | undefined } | { kind: "delete"; type: DeviceType };

const columns = (onOpen: (layer: Layer) => void): readonly SimpleColumn<DeviceType>[] => [
  { id: "label", label: "Name", cell: ({ label }) => label },
  { id: "value", label: "Value in the API", cell: ({ value }) => <span className="mono">{value}</span> },
  { id: "icon", label: "Icon", cell: ({ icon }) => <TypeIcon icon={icon} /> },
  { id: "color", label: "Colour", cell: ({ color }) => <Color color={color} /> },
  { id: "origin", label: "Origin", cell: ({ is_builtin: isBuiltin }) => (isBuiltin ? "built in" : "own") },
  {
    id: "actions",
    label: "Actions",
    isHeadHidden: true,
    align: "right",
    cell: (type) => (
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        <Button
          size="compact-xs"
          variant="default"
          aria-label={type.is_builtin ? `Colour of ${type.label}` : `Edit ${type.label}`}
          onClick={() => onOpen({ kind: "edit", type })}
        >
          {type.is_builtin ? "Colour" : "Edit"}
        </Button>
        {!type.is_builtin && (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`Delete ${type.label}`}
            onClick={() => onOpen({ kind: "delete", type })}
          >
            Delete
          </Button>
        )}
      </Group>
    ),
  },
];

function DeviceTypesPage() {
  const query = useQuery(deviceTypesQuery());
  const [layer, setLayer] = useState<Layer | null>(null);
  const close = () => setLayer(null);
  return (
    <>
      <PageHead
        title="Device types"
        actions={
          <Button
            size="xs"
            leftSection={<AddIcon {...ICON} />}
            onClick={() => setLayer({ kind: "edit", type: undefined })}
          >
            New device type
          </Button>
        }
      />
      <QueryStates query={query} what="device types" rows={17}>
        {(types) => (
          <SimpleTable
            label="Device types"
            columns={columns(setLayer)}
            rows={types}
            rowId={({ value }) => value}
            isFramed
          />
        )}
      </QueryStates>
      {layer?.kind === "edit" && <TypeDialog type={layer.type} onClose={close} />}
      {layer?.kind === "delete" && <DeleteTypeDialog type={layer.type} onClose={close} />}
    </>
  );
}

function TypeIcon({ icon }: Pick<DeviceType, "icon">) {
  const kind = kindOf({ icon, device_type: null });
  return (
    <span className={styles.kind}>
      <KindIcon kind={kind} size={20} />
      <span className={styles.spoken}>{kindName(kind)}</span>
    </span>
  );
}

function Color({ color }: { color: string | null }) {
  if (color === null) return "–";
  return (
    <span className={styles.color}>
      <span className={styles.swatch} style={{ background: color }} />
      <span className="mono">{color}</span>
    </span>
  );
}

function DeleteTypeDialog({ type, onClose }: { type: DeviceType; onClose: () => void }) {
  const { mutate, isPending, error } = useDeleteType(onClose);
  return (
    <DeleteDialog
      verb="Delete"
      name={`the device type ${type.label}`}
      explanation="Only a type that no device has can go."
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate(type)}
      onClose={onClose}
    />
  );
}

export const Route = createLazyRoute("/shell/administration/device-types")({ component: DeviceTypesPage });
