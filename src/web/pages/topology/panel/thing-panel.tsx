import type { ReactNode } from "react";
import type { Suggestion } from "../../../api/neighbours";
import { DetailPanel } from "../../../components/detail-panel/detail-panel";
import { deviceName } from "../../../format/device";
import type { Graph, Link } from "../api";
import { DevicePanel } from "./device-panel";
import { LinkPanel } from "./link-panel";
import type { MapSteps } from "../steps/map-steps";
import { numberOf } from "../network";
import { SuggestionPanel } from "./suggestion-panel";
import type { Show } from "../toolbar";

type Props = { graph: Graph; suggestions: readonly Suggestion[]; id: string; steps: MapSteps; show: Show };

/** Over the right edge of the map, which stays where it is. */
export function ThingPanel(props: Props) {
  const { title, body } = contentOf(props);
  const { show } = props;
  return (
    <DetailPanel title={title} onClose={() => show({ id: undefined })}>
      {body}
    </DetailPanel>
  );
}

type Content = { title: string; body: ReactNode };

function contentOf({ graph, suggestions, id, steps, show }: Props): Content {
  const number = numberOf(id);
  if (id.startsWith("device-")) return deviceOf(graph, number, show);
  if (id.startsWith("link-")) return linkOf(graph, number, { steps, show });
  const suggestion = suggestions.find((candidate) => candidate.neighbour_id === number);
  return suggestion === undefined
    ? { title: "No such suggestion", body: <p>This link is kept, dismissed or not heard any more.</p> }
    : {
        title: linkTitle(graph, suggestion),
        body: <SuggestionPanel key={number} graph={graph} suggestion={suggestion} show={show} />,
      };
}

function deviceOf(graph: Graph, id: number, show: Show): Content {
  const device = graph.devices.find((candidate) => candidate.id === id);
  return device === undefined
    ? { title: "No such device", body: <p>This device is gone, or never was.</p> }
    : { title: deviceName(device), body: <DevicePanel graph={graph} device={device} show={show} /> };
}

function linkOf(graph: Graph, id: number, acting: Pick<Props, "steps" | "show">): Content {
  const link = graph.relationships.find((candidate) => candidate.id === id);
  return link === undefined
    ? { title: "No such link", body: <p>This link is gone, or never was.</p> }
    : {
        title: linkTitle(graph, link),
        body: <LinkPanel key={link.id} graph={graph} link={link} {...acting} />,
      };
}

function linkTitle({ devices }: Graph, link: Pick<Link, "source_device_id" | "target_device_id">): string {
  const [source, target] = [link.source_device_id, link.target_device_id].map((id) => {
    const device = devices.find((candidate) => candidate.id === id);
    return device === undefined ? `device ${id}` : deviceName(device);
  });
  return `${source} – ${target}`;
}
