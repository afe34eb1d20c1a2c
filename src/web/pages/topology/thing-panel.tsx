import type { ReactNode } from "react";
import { DetailPanel } from "../../components/detail-panel/detail-panel";
import { deviceName } from "../../format/device";
import type { Graph, Link } from "./api";
import { DevicePanel } from "./device-panel";
import { LinkPanel } from "./link-panel";
import { numberOf } from "./network";
import type { Show } from "./toolbar";

/** Over the right edge of the map, which stays where it is. */
export function ThingPanel({ graph, id, show }: { graph: Graph; id: string; show: Show }) {
  const number = numberOf(id);
  const { title, body } = id.startsWith("device-")
    ? deviceOf(graph, number, show)
    : linkOf(graph, number, show);
  return (
    <DetailPanel title={title} onClose={() => show({ id: undefined })}>
      {body}
    </DetailPanel>
  );
}

type Content = { title: string; body: ReactNode };

function deviceOf(graph: Graph, id: number, show: Show): Content {
  const device = graph.devices.find((candidate) => candidate.id === id);
  return device === undefined
    ? { title: "No such device", body: <p>This device is gone, or never was.</p> }
    : { title: deviceName(device), body: <DevicePanel graph={graph} device={device} show={show} /> };
}

function linkOf(graph: Graph, id: number, show: Show): Content {
  const link = graph.relationships.find((candidate) => candidate.id === id);
  return link === undefined
    ? { title: "No such link", body: <p>This link is gone, or never was.</p> }
    : {
        title: linkTitle(graph, link),
        body: <LinkPanel key={link.id} graph={graph} link={link} show={show} />,
      };
}

function linkTitle({ devices }: Graph, link: Link): string {
  const [source, target] = [link.source_device_id, link.target_device_id].map((id) => {
    const device = devices.find((candidate) => candidate.id === id);
    return device === undefined ? `device ${id}` : deviceName(device);
  });
  return `${source} – ${target}`;
}
