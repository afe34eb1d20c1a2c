import { Button, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useState } from "react";
import { useScopeChoices } from "../../api/maintenance";
import { useField } from "../../components/form/use-field";
import { IconButton } from "../../components/icon-button/icon-button";
import { MoveButtons } from "../../components/move-buttons/move-buttons";
import { THING_WORDS, ThingPicker } from "../../components/scope-picker/thing-picker";
import { AddIcon, CloseIcon } from "../../theme/icons";
import { ICON } from "../../theme/tokens";
import styles from "./status-page-form.module.css";
import {
  emptyGroup,
  moveComponent,
  moveGroup,
  withComponents,
  type Component,
  type PageGroup,
  type PageValues,
} from "./values";

/** What the page shows: groups in order, and in each what the public calls its components. */
export function GroupsField({ fields }: { fields: UseFormReturnType<PageValues> }) {
  const [groups, setGroups] = useField(fields, "groups");
  const { error } = fields.getInputProps("groups");
  const chosen = new Set(
    groups.flatMap(({ components }) => components.map(({ kind, id }) => `${kind} ${id}`)),
  );
  return (
    <div className={styles.groups} data-path="groups" tabIndex={-1}>
      {typeof error === "string" && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      {groups.map((group, index) => (
        <GroupFields
          key={group.key}
          group={group}
          place={index + 1}
          chosen={chosen}
          hasError={error !== undefined && error !== null}
          onChange={(next) => setGroups(groups.map((one, at) => (at === index ? next : one)))}
          onMove={(by) => setGroups(moveGroup(groups, index, by))}
          onMoveComponent={(from, by) => setGroups(moveComponent(groups, { group: index, index: from }, by))}
          onRemove={() => setGroups(groups.filter((_, at) => at !== index))}
          onComponents={(components) => setGroups(withComponents(groups, index, components))}
        />
      ))}
      <div>
        <Button
          variant="default"
          size="xs"
          leftSection={<AddIcon {...ICON} />}
          onClick={() => setGroups([...groups, emptyGroup(groups)])}
        >
          Add group
        </Button>
      </div>
    </div>
  );
}

type GroupProps = {
  group: PageGroup;
  /** Its place on the page, from 1. */
  place: number;
  /** What is on the page already, as kind and id. */
  chosen: ReadonlySet<string>;
  hasError: boolean;
  onChange: (group: PageGroup) => void;
  onMove: (by: 1 | -1) => void;
  onMoveComponent: (from: number, by: 1 | -1) => void;
  onRemove: () => void;
  onComponents: (components: readonly Component[]) => void;
};

function GroupFields({ group, place, chosen, hasError, ...on }: GroupProps) {
  const { name, components } = group;
  const title = name.trim() === "" ? `Group ${place}` : name;
  return (
    <fieldset className={styles.group}>
      <legend>{title}</legend>
      <div className={styles.groupHead}>
        <TextInput
          className={styles.grows}
          label="Name of the group"
          maxLength={80}
          value={name}
          error={hasError && name.trim() === "" ? "The name is missing" : undefined}
          onChange={(event) => on.onChange({ ...group, name: event.currentTarget.value })}
        />
        <MoveButtons what={title} onMove={on.onMove} />
        <IconButton icon={CloseIcon} label={`Remove group ${title}`} onClick={on.onRemove} />
      </div>
      {components.length > 0 && (
        <ol className={styles.components} aria-label={`Shown in ${title}`}>
          {components.map((component, index) => (
            <li key={`${component.kind} ${component.id}`} className={styles.component}>
              <TextInput
                className={styles.grows}
                label={`Public name of ${component.inside}`}
                description={THING_WORDS[component.kind]}
                maxLength={80}
                value={component.name}
                error={hasError && component.name.trim() === "" ? "The public name is missing" : undefined}
                onChange={(event) => {
                  const next = { ...component, name: event.currentTarget.value };
                  on.onComponents(components.map((one, at) => (at === index ? next : one)));
                }}
              />
              <MoveButtons what={component.inside} onMove={(by) => on.onMoveComponent(index, by)} />
              <IconButton
                icon={CloseIcon}
                label={`Leave out ${component.inside}`}
                onClick={() => on.onComponents(components.filter((_, at) => at !== index))}
              />
            </li>
          ))}
        </ol>
      )}
      <Picker
        group={title}
        chosen={chosen}
        onChoose={(component) => on.onComponents([...components, component])}
      />
    </fieldset>
  );
}

type PickerProps = {
  group: string;
  chosen: ReadonlySet<string>;
  onChoose: (component: Component) => void;
};

function Picker({ group, chosen, onChoose }: PickerProps) {
  const [text, setText] = useState("");
  const offered = useScopeChoices(text).flatMap((thing) => {
    const { kind, id } = thing;
    if (id === null || kind === "group" || kind === "site" || kind === "tag") return [];
    return chosen.has(`${kind} ${id}`) ? [] : [thing];
  });
  return (
    <ThingPicker
      label={`Add to ${group}`}
      description="A device, a service check on a device, or a monitor, by its name inside"
      text={text}
      onText={setText}
      choices={offered}
      onChoose={({ kind, id, name: inside }) => {
        if (id === null || kind === "group" || kind === "site" || kind === "tag") return;
        onChoose({ kind, id, inside, name: "" });
      }}
    />
  );
}
