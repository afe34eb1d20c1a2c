import { describeHolder } from "../../format/holder";
import type { AddressHolders } from "../../api/bindings";
import { visible } from "../value/visible-text";

type Props = { holders: readonly AddressHolders[]; className?: string | undefined };

/** Who had which address at a moment, one line each; nothing where nobody is known. */
export function HolderLines({ holders, className }: Props) {
  const lines = holders.flatMap(({ ip_address: address, holders: known }) =>
    known.map((holder) => ({
      key: `${address} ${holder.source} ${holder.reporter}`,
      text: describeHolder(address, holder),
    })),
  );
  const texts = lines.filter(({ text }, index) => lines.findIndex((line) => line.text === text) === index);
  if (texts.length === 0) return null;
  return (
    <ul aria-label="Who had the addresses" className={className}>
      {texts.map(({ key, text }) => (
        <li key={key}>{visible(text)}</li>
      ))}
    </ul>
  );
}
