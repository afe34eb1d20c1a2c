/** The zones that a browser knows, for the `list` of an input. */
export function ZoneChoices({ id }: { id: string }) {
  return (
    <datalist id={id}>
      {Intl.supportedValuesOf("timeZone").map((zone) => (
        <option key={zone}>{zone}</option>
      ))}
    </datalist>
  );
}
