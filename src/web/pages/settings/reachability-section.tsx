import { useQuery } from "@tanstack/react-query";
import { reachabilityQuery } from "../../api/service";
import { Facts } from "../../components/detail-panel/facts";
import { Section } from "../../components/page-head/section";

/** How devices are asked whether they answer, and what to give the service for a better way. */
export function ReachabilitySection() {
  const { data: reachability } = useQuery(reachabilityQuery());
  if (reachability === undefined) return null;
  const { description, improvement, problem } = reachability;
  return (
    <Section title="Reachability">
      <Facts
        facts={[
          { label: "Devices are asked by", value: description },
          { label: "For a better way, add", value: improvement ?? "nothing: there is none" },
          ...(problem === null ? [] : [{ label: "Just now", value: problem }]),
        ]}
      />
    </Section>
  );
}
