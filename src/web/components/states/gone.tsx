import { EmptyState } from "./empty-state";

type Props = {
  /** What a page is about: "monitor", as in "There is no such monitor". */
  noun: string;
  /** Where such things are listed. */
  list: string;
  /** What that list is called, as in "Go to the monitors". */
  listName: string;
};

/** The page of something that was deleted, or that there never was. */
export function Gone({ noun, list, listName }: Props) {
  return (
    <EmptyState title={`There is no such ${noun}`} action={<a href={list}>Go to {listName}</a>}>
      It may have been deleted since this link was made.
    </EmptyState>
  );
}
