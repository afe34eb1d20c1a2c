import { formatNumber } from "../../format/number";

const WIDEST_TEXT = 12;

/** A whole number of any size, given as text: whole up to a trillion, then `1.8 × 10^19`; exact on hover. */
export function BigNumber({ text }: { text: string }) {
  const exact = formatNumber(BigInt(text));
  if (text.length <= WIDEST_TEXT) return exact;
  const [digits, exponent] = Number(text).toExponential(1).split("e+");
  return (
    <span title={exact}>
      {digits} × 10<sup>{exponent}</sup>
    </span>
  );
}
