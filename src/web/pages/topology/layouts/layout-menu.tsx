import { Button, Menu } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { tellUndoable } from "../../../components/toast/tell-undoable";
import { toasts } from "../../../components/toast/toasts";
import {
  DeleteIcon,
  DoneIcon,
  EditIcon,
  ImportIcon,
  LayoutIcon,
  OpenIcon,
  SaveIcon,
  ShareIcon,
} from "../../../theme/icons";
import { ICON } from "../../../theme/tokens";
import { saveLayout, type Layout } from "../api";
import type { Show } from "../toolbar";
import type { MapLayout } from "./use-map-layout";

const LayoutDialogs = lazy(() =>
  import("./layout-dialogs").then((module) => ({ default: module.LayoutDialogs })),
);

export type LayoutDialogName = "save-as" | "share" | "import" | "delete";

type Props = { layout: MapLayout; show: Show; onEdit: () => void };

/** Whose places are shown, and what can be done with them. */
export function LayoutMenu({ layout, show, onEdit }: Props) {
  const queries = useQueryClient();
  const [dialog, setDialog] = useState<LayoutDialogName | null>(null);
  const { own, opened, basis, places } = layout;
  const named = opened ?? basis;
  const save = useMutation({
    mutationFn: (target: Layout) => saveLayout(queries, { name: target.name, positions: places }),
    onSuccess({ layout: { id, name }, entryId }) {
      show({ layout: id });
      tellUndoable(queries, { text: `Saved as ${name}`, entryIds: [entryId] });
    },
    onError: ({ message }) => toasts.tellError(`Cannot save the layout: ${message}`),
  });
  return (
    <>
      <Menu position="bottom-start" width={260}>
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            maw={180}
            leftSection={<LayoutIcon {...ICON} />}
            rightSection={<OpenIcon {...ICON} />}
          >
            {opened?.name ?? (basis === undefined ? "Working layout" : `${basis.name}, changed`)}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Layouts</Menu.Label>
          <LayoutItem
            label="Working layout"
            isOpen={opened === undefined}
            onOpen={() => show({ layout: undefined })}
          />
          {own.map(({ id, name }) => (
            <LayoutItem
              key={id}
              label={name}
              isOpen={opened?.id === id}
              onOpen={() => show({ layout: id })}
            />
          ))}
          <Menu.Divider />
          {basis !== undefined && (
            <Menu.Item leftSection={<SaveIcon {...ICON} />} onClick={() => save.mutate(basis)}>
              Save to {basis.name}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<SaveIcon {...ICON} />} onClick={() => setDialog("save-as")}>
            Save as
          </Menu.Item>
          {opened !== undefined && (
            <Menu.Item leftSection={<ShareIcon {...ICON} />} onClick={() => setDialog("share")}>
              Share {opened.name}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<ImportIcon {...ICON} />} onClick={() => setDialog("import")}>
            Import a shared layout
          </Menu.Item>
          {opened !== undefined && (
            <Menu.Item leftSection={<DeleteIcon {...ICON} />} onClick={() => setDialog("delete")}>
              Delete {opened.name}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Button size="xs" leftSection={<EditIcon {...ICON} />} onClick={onEdit}>
        Edit
      </Button>
      <Suspense>
        {dialog !== null && (
          <LayoutDialogs
            dialog={dialog}
            layout={named}
            places={places}
            show={show}
            onClose={() => setDialog(null)}
          />
        )}
      </Suspense>
    </>
  );
}

function LayoutItem({ label, isOpen, onOpen }: { label: string; isOpen: boolean; onOpen: () => void }) {
  return (
    <Menu.Item
      aria-current={isOpen || undefined}
      leftSection={isOpen ? <DoneIcon {...ICON} /> : <span style={{ width: ICON.size }} />}
      onClick={onOpen}
    >
      {label}
    </Menu.Item>
  );
}
