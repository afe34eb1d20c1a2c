import { useQuery } from "@tanstack/react-query";
import { bindingsFileHref, bindingsQuery } from "../../../api/bindings";
import { bindingKey } from "../../../components/holder/binding-columns";
import { TimeValue } from "../../../components/value/time-value";

const SHOWN = 5;

/** Who had the address last, the latest first; nothing where nobody is known. */
export function AddressHistory({ address }: { address: string }) {
  const { data: bindings = [] } = useQuery(bindingsQuery({ ip_address: address }, SHOWN));
  if (bindings.length === 0) return null;
  return (
    <section aria-label="Who had it">
      <strong>Who had it</strong>
      <ul style={{ margin: 0, paddingInlineStart: 16 }}>
        {bindings.map((binding) => (
          <li key={bindingKey(binding)}>
            {binding.hostname ?? binding.mac_address ?? binding.client_id ?? "not known"},{" "}
            <TimeValue at={binding.from} /> to <TimeValue at={binding.to} />
          </li>
        ))}
      </ul>
      <a href={bindingsFileHref({ ip_address: address })} download>
        Save all as CSV
      </a>
    </section>
  );
}
