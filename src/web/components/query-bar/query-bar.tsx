import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import type { AskTop } from "../../api/events";
import { SearchIcon } from "../../theme/icons";
import { ICON } from "../../theme/tokens";
import { applySuggestion, tokenAt, type Suggestion } from "./completion";
import styles from "./query-bar.module.css";
import { recentQueries, rememberQuery } from "./query-history";
import { MAX_QUERY_LENGTH } from "./query-text";
import { SuggestionList } from "./suggestion-list";
import { useSuggestions } from "./use-suggestions";

const MAX_RECENT = 5;

type Props = {
  /** What was asked. */
  query: string;
  /** Enter, the button, or a whole query out of the list. */
  onRun: (query: string) => void;
  /** Must stay the same function. */
  askTop: AskTop;
  saved: readonly { name: string; query: string }[];
  /** Whose history it is. */
  owner: string;
  /** The element that says why the service refused the query, where it did. */
  problemId?: string | undefined;
  /** In the same row, behind the text: range, the button of type submit. Given what is typed, asked or not. */
  children: (typed: string) => ReactNode;
};

/** One line for the query, with completion. Enter always runs it, unless an option was reached by the arrows. */
export function QueryBar({ query, onRun, askTop, saved, owner, problemId, children }: Props) {
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(query);
  const [caret, setCaret] = useState(query.length);
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [asked, setAsked] = useState(query);
  if (asked !== query) {
    setAsked(query);
    setText(query);
  }
  const queries = useMemo(
    () => (isOpen ? wholeQueries(saved, recentQueries(owner)) : []),
    [isOpen, saved, owner],
  );
  const token = useMemo(() => tokenAt(text, caret), [text, caret]);
  const suggestions = useSuggestions({ text, token, isOpen }, { askTop, queries });
  const isListed = isOpen && suggestions.length > 0;
  const walk = useHistoryWalk(owner, { text, setText });
  // Of the place of the cursor React knows nothing: it is put after the text has changed.
  const wanted = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    input.current?.setSelectionRange(wanted.current, wanted.current);
    wanted.current = undefined;
  });

  const run = (wholeQuery: string) => {
    setIsOpen(false);
    setActive(-1);
    rememberQuery(owner, wholeQuery);
    onRun(wholeQuery.trim());
  };
  const take = ({ insert, isQuery = false }: Suggestion) => {
    setActive(-1);
    if (isQuery) {
      setText(insert);
      return run(insert);
    }
    if (token.kind === "none") return;
    const next = applySuggestion(text, token, insert);
    setText(next.text);
    setCaret(next.caret);
    wanted.current = next.caret;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
    const chosen = isListed ? suggestions[active] : undefined;
    if (step !== 0) {
      event.preventDefault();
      if (event.ctrlKey || event.metaKey) walk(step);
      else if (!isOpen) setIsOpen(true);
      else setActive(stepThrough(active, step, suggestions.length));
    } else if ((key === "Enter" || key === "Tab") && chosen !== undefined) {
      event.preventDefault();
      take(chosen);
    } else if (key === "Escape" && isOpen) {
      event.stopPropagation();
      event.preventDefault();
      setIsOpen(false);
      setActive(-1);
    }
  };
  return (
    <search aria-label="Search events">
      <form
        className={styles.bar}
        onSubmit={(event) => {
          event.preventDefault();
          run(text);
        }}
      >
        <div className={styles.field}>
          <span className={styles.icon} aria-hidden>
            <SearchIcon {...ICON} />
          </span>
          <input
            ref={input}
            type="text"
            role="combobox"
            aria-label="Query"
            aria-autocomplete="list"
            aria-haspopup="listbox"
            aria-expanded={isListed}
            aria-controls={isListed ? listId : undefined}
            aria-activedescendant={isListed && active >= 0 ? `${listId}-${active}` : undefined}
            aria-invalid={problemId !== undefined}
            aria-describedby={problemId}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={MAX_QUERY_LENGTH}
            placeholder={'Words, "phrases", -not, src_ip:10.0.0.0/8'}
            data-shortcut="filter"
            className={`mono ${styles.input}`}
            value={text}
            onChange={({ currentTarget }) => {
              setText(currentTarget.value);
              setCaret(currentTarget.selectionStart ?? currentTarget.value.length);
              setIsOpen(true);
              setActive(-1);
            }}
            onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart ?? 0)}
            onClick={() => setIsOpen(true)}
            onBlur={() => setIsOpen(false)}
            onKeyDown={onKeyDown}
          />
          {isListed && <SuggestionList id={listId} suggestions={suggestions} active={active} onTake={take} />}
        </div>
        {children(text.trim())}
      </form>
    </search>
  );
}

/** Through the list and past its ends to no option at all. */
function stepThrough(active: number, step: number, count: number): number {
  const next = active + step;
  if (next < -1) return count - 1;
  return next >= count ? -1 : next;
}

function wholeQueries(
  saved: readonly { name: string; query: string }[],
  recent: readonly string[],
): Suggestion[] {
  const named = new Set(saved.map(({ query }) => query));
  return [
    ...saved.map(({ name, query }) => ({
      id: `saved ${name}`,
      insert: query,
      label: name,
      hint: query,
      isQuery: true,
    })),
    ...recent
      .filter((query) => !named.has(query))
      .slice(0, MAX_RECENT)
      .map((query) => ({ id: `recent ${query}`, insert: query, hint: "asked before", isQuery: true })),
  ].filter(({ insert }) => insert !== "");
}

/** Ctrl-Up goes to older queries, Ctrl-Down back to what was being typed. */
function useHistoryWalk(
  owner: string,
  { text, setText }: { text: string; setText: (text: string) => void },
): (step: -1 | 1) => void {
  const place = useRef({ at: -1, draft: "", shown: "" });
  return (step) => {
    const past = recentQueries(owner);
    const { at, draft, shown } = place.current;
    const begun = at === -1 || text !== shown ? { at: -1, draft: text } : { at, draft };
    const next = Math.min(past.length - 1, Math.max(-1, begun.at - step));
    const found = next === -1 ? begun.draft : (past[next] ?? "");
    place.current = { at: next, draft: begun.draft, shown: found };
    setText(found);
  };
}
