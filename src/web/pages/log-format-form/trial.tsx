import { Button, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useDebouncedValue } from "@mantine/hooks";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { RequestFailure } from "../../api/request-failure";
import type { Status } from "../../components/badge/status-mark";
import { StatusMark } from "../../components/badge/status-mark";
import { fieldsOf } from "../../components/form/versions";
import { Section } from "../../components/page-head/section";
import { LinesInput } from "../../components/parsed-line/lines-input";
import { ParsedLine } from "../../components/parsed-line/parsed-line";
import { ErrorStrip } from "../../components/states/error-state";
import { readMessage, readUnknownLines, trialQuery, type TriedLine } from "./api";
import styles from "./log-format-form.module.css";
import { suggestPattern } from "./pieces";
import { FIELD_LABELS, TARGETS, toBody, type FormatValues } from "./values";

const TYPING_MS = 250;
const MAX_LINES = 50;
const SAMPLES = 5;
const NAMES = fieldsOf<FormatValues>(FIELD_LABELS);

type Props = {
  fields: UseFormReturnType<FormatValues>;
  /** The format that is edited; null: a new one. */
  id: number | null;
  /** What it is tried on at first. */
  lines: string;
};

/** What the format as it is filled in makes of lines, at once. */
export function Trial({ fields, id, lines: given }: Props) {
  const values = useValues(fields);
  const [text, setText] = useState(given);
  const [sender, setSender] = useState("");
  const samples = useMutation({
    mutationFn: () => readUnknownLines(SAMPLES),
    onSuccess: (lines) => setText(lines.join("\n")),
  });
  return (
    <Section
      title="Try it"
      hint="Paste lines as the device sends them. Nothing is stored."
      actions={
        <Button size="xs" variant="default" loading={samples.isPending} onClick={() => samples.mutate()}>
          Newest unrecognised lines
        </Button>
      }
    >
      <LinesInput rows={5} value={text} onChange={(event) => setText(event.currentTarget.value)} />
      {values.conditions.senders.trim() !== "" && (
        <TextInput
          label="As if they came from"
          placeholder="192.0.2.1"
          value={sender}
          onChange={(event) => setSender(event.currentTarget.value)}
        />
      )}
      {samples.error !== null && <ErrorStrip error={samples.error} title="Cannot read stored lines" />}
      {samples.data?.length === 0 && <p className={styles.hint}>Every stored line is known.</p>}
      {values.kind === "pattern" && values.pattern === "" && text.trim() !== "" && (
        <Suggestion fields={fields} line={text.trim().split(/\r?\n/)[0] ?? ""} />
      )}
      <Results values={values} id={id} text={text} sender={sender} />
    </Section>
  );
}

/** A pattern to begin with, made of a line: of what changes the fields are guessed. */
function Suggestion({ fields, line }: Pick<Props, "fields"> & { line: string }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => readMessage(line),
    onSuccess: (message) => fields.setFieldValue("pattern", suggestPattern(message)),
  });
  return (
    <>
      <Button size="xs" variant="default" mt="xs" loading={isPending} onClick={() => mutate()}>
        Suggest a pattern
      </Button>
      {error !== null && <ErrorStrip error={error} title="Cannot read the line" />}
    </>
  );
}

function Results(given: { values: FormatValues; id: number | null; text: string; sender: string }) {
  const [{ values, id, text, sender }] = useDebouncedValue(given, TYPING_MS);
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const isReady = lines.length > 0 && (values.pattern !== "" || values.fields.length > 0);
  const { name, ...format } = toBody(values);
  const body = {
    // What it is called changes nothing of what it reads.
    format: /^[a-z0-9][a-z0-9._-]*$/.test(name) ? { ...format, name } : format,
    id,
    lines: lines.slice(0, MAX_LINES),
    ...(sender.trim() !== "" && { sender: sender.trim() }),
  };
  const { data, error } = useQuery({ ...trialQuery(body), enabled: isReady });
  if (!isReady) return null;
  if (error !== null) return <Fault error={error} />;
  return (
    <div role="status">
      {data?.lines.map((line) => (
        <ParsedLine
          key={line.event.line}
          line={line.text}
          event={line.event}
          mark={markOf(line)}
          note={<Left line={line} />}
        />
      ))}
      {lines.length > MAX_LINES && <p>Only the first {MAX_LINES} lines are tried.</p>}
    </div>
  );
}

/** A pattern that is half typed is no failure of the service. */
function Fault({ error }: { error: Error }) {
  if (!(error instanceof RequestFailure) || error.fields.length === 0)
    return <ErrorStrip error={error} title="Cannot try the format" />;
  return (
    <div role="status">
      {error.fields.map(({ path, message }) => (
        <p key={path.join()}>
          <StatusMark
            status="degraded"
            label={`${path.filter((part) => part !== "format").join(" ")}: ${message}`}
          />
        </p>
      ))}
    </div>
  );
}

/** Texts that are no values of their fields. */
function Left({ line: { taken, verdict } }: { line: TriedLine }) {
  const left = taken.filter(({ is_taken: isTaken }) => !isTaken);
  if (left.length === 0 || verdict !== "read") return null;
  return (
    <>
      {left.map(({ field, text }) => (
        <p key={field} className={styles.hint}>
          <StatusMark
            status="degraded"
            label={`${TARGETS.find(({ value }) => value === field)?.label ?? field} stays empty: “${text}” is no value of it`}
          />
        </p>
      ))}
    </>
  );
}

function markOf({ verdict, event: { parser } }: TriedLine): { status: Status; label: string } {
  const other = parser === "generic" ? "only its header is read" : `it is read as ${parser}`;
  switch (verdict) {
    case "read":
      return { status: "ok", label: "read by this format" };
    case "other":
      return { status: "degraded", label: `read as ${parser} first: this format does not get it` };
    case "conditions":
      return { status: "paused", label: `not a line that the conditions ask for: ${other}` };
    case "costly":
      return { status: "down", label: `it takes more time than a line may: ${other}` };
    case "none":
      return { status: "unknown", label: `not of this format: ${other}` };
  }
}

/** All values of the form as they are now: drawn again with each change. */
function useValues(fields: UseFormReturnType<FormatValues>): FormatValues {
  const [values, setValues] = useState(() => fields.getValues());
  for (const name of NAMES) fields.watch(name, () => setValues(fields.getValues()));
  return values;
}
