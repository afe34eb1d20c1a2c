import type { Judgement, SensorState } from "./judge";

type Told = { value: number | null; unit: string; words: string | null; judgement: Judgement };

/** Why a sensor's state is what it is, in one line. */
export function reasonOf(state: SensorState, { value, unit, words, judgement }: Told): string {
  const shown = value === null ? null : describeNumber(value, unit);
  const { bound } = judgement;
  if (judgement.state === state && bound !== null && shown !== null)
    return `${shown} is ${bound.words} ${describeNumber(bound.at, unit)}`;
  if (words !== null) return words;
  return shown ?? "no value";
}

/** A number with its unit, to six digits. */
function describeNumber(value: number, unit: string): string {
  const number = String(Number(value.toPrecision(6)));
  return unit === "" ? number : `${number} ${unit}`;
}
