import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useState, type FormEvent, type KeyboardEvent } from "react";
import { Link } from "@tanstack/react-router";
import { answerOf, api } from "../../api/client";
import { Section } from "../../components/page-head/section";
import { LinesInput } from "../../components/parsed-line/lines-input";
import { Can } from "../../components/permission/can";
import { ErrorStrip } from "../../components/states/error-state";
import { isFormat } from "../../format/parser";
import styles from "./parse-test.module.css";

const ParsedLine = lazy(() =>
  import("../../components/parsed-line/parsed-line").then((module) => ({ default: module.ParsedLine })),
);

/** As many as the service takes at once. */
const MAX_LINES = 1000;
/** Fields of more lines than this nobody reads. */
const MAX_SHOWN = 20;

/** Longer ones are pasted: a URL may be refused on the way. */
const LONGEST_IN_URL = 2000;

/** Lines that are pasted, and what the service would make of them. Nothing is stored. */
export function ParseTest() {
  const [text, setText] = useState("");
  const test = useMutation({
    mutationFn: async (lines: readonly string[]) => {
      const { events } = await answerOf(
        api.POST("/api/v1/syslog/parse-test", { body: { lines: [...lines] } }),
      );
      return { lines, events };
    },
  });
  const lines = linesOf(text);
  const problem = lines.length > MAX_LINES ? `At most ${MAX_LINES} lines at once` : undefined;
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (lines.length > 0 && problem === undefined) test.mutate(lines);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit();
  };
  return (
    <Section
      title="Parse test"
      hint="Paste lines as a device sends them and see which fields are read out of them. Nothing is stored."
    >
      <form onSubmit={submit} className={styles.form}>
        <LinesInput
          rows={4}
          value={text}
          error={problem}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <Button type="submit" size="xs" variant="default" loading={test.isPending}>
          Parse
        </Button>
      </form>
      {test.error !== null && <ErrorStrip error={test.error} title="Cannot parse the lines" />}
      {test.data !== undefined && (
        <div role="status" className={styles.results}>
          <Suspense>
            {test.data.events.slice(0, MAX_SHOWN).map((event) => (
              <ParsedLine
                key={event.line}
                line={test.data.lines[event.line] ?? ""}
                event={event}
                note={!isFormat(event.parser) && <NewFormat line={test.data.lines[event.line] ?? ""} />}
              />
            ))}
          </Suspense>
          {test.data.events.length > MAX_SHOWN && (
            <p>
              {test.data.events.length - MAX_SHOWN} more lines are parsed and not shown here: paste fewer to
              see them.
            </p>
          )}
        </div>
      )}
    </Section>
  );
}

/** The way on from a line that no format knows. */
function NewFormat({ line }: { line: string }) {
  return (
    <Can do="superadmin">
      {line.length <= LONGEST_IN_URL && (
        <Link to="/syslog/formats/new" search={{ line }}>
          Make a format of this line
        </Link>
      )}
    </Can>
  );
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line.trim() !== "");
}
