import { z } from "zod";
import { SensorHistory, SensorRead } from "../../../src/features/sensors/models";
import { givenNeighbourService } from "../neighbours/given";

/** A service whose devices are polled when the test says so. */
export async function givenSensorService() {
  const given = await givenNeighbourService();
  const { call } = given;
  const path = (deviceId: number) => `/api/v1/topology/devices/${deviceId}/sensors`;
  const list = async (deviceId: number) =>
    z.array(SensorRead).parse((await call(`GET ${path(deviceId)}`)).body);
  return {
    ...given,
    path,
    list,
    /** Asks the device so many times for all there is, and gives its sensors. */
    poll: async (deviceId: number, times = 1): Promise<SensorRead[]> => {
      for (let poll = 0; poll < times; poll += 1) {
        const answer = await call(`POST /api/v1/topology/devices/${deviceId}/poll`);
        if (answer.status !== 200) throw new Error(`the poll answered ${answer.status}: ${answer.text}`);
      }
      return list(deviceId);
    },
    history: async (sensor: SensorRead, hours = 24) =>
      SensorHistory.parse(
        (await call(`GET ${path(sensor.device_id)}/${sensor.id}/history?hours=${hours}`)).body,
      ),
    patch: (sensor: SensorRead, body: object) => call(`PATCH ${path(sensor.device_id)}/${sensor.id}`, body),
  };
}

/** The sensor of a name. */
export function named(sensors: readonly SensorRead[], name: string): SensorRead {
  const sensor = sensors.find((one) => one.name === name);
  if (sensor === undefined) throw new Error(`no ${name} among ${sensors.map((one) => one.name).join(", ")}`);
  return sensor;
}
