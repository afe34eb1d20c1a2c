import { inBrowser } from "../support/browser/in-browser";
import { givenPerson, startWebServiceWithAdmin } from "../support/browser/web-service";
import { startSender } from "../support/numbered-sender";
import { percentile, printFigure } from "./report";

/** Of the browser, where the functions given to `evaluate` run: as much as they need. */
declare const requestAnimationFrame: (run: (now: number) => void) => number;
declare class PerformanceObserver {
  constructor(tell: (list: { getEntries(): { duration: number }[] }) => void);
  observe(options: { type: "longtask" }): void;
  disconnect(): void;
}

const RATE = 1000;
const SECONDS = 20;
/** The stream has begun by then, and has filled what is kept of it. */
const WARM_UP_SECONDS = 6;

/** A live tail under 1,000 lines a second: how long the page is busy in one go, and how evenly it draws. */
export async function benchWebTail(): Promise<void> {
  const { service } = await startWebServiceWithAdmin({ environment: { LOG_LEVEL: "warning" } });
  try {
    const person = await givenPerson({ service }, "SecurityAnalyst");
    await inBrowser(service, { as: person, path: "/syslog/live" }, async (page) => {
      await page.getByText(/^live · /).waitFor();
      const sender = await startSender({
        transport: "udp",
        port: service.syslogPort,
        first: 0,
        total: RATE * (SECONDS + WARM_UP_SECONDS + 2),
        rate: RATE,
      });
      await page
        .getByText(/seq=000000[56]\d{3}$/)
        .first()
        .waitFor();
      const { tasks, frames } = await page.evaluate(watch, SECONDS * 1000);
      const skipped = await page.getByText(/left out here/).count();
      sender.stop();
      await sender.done;
      const longest = Math.max(0, ...tasks);
      printFigure({
        name: `tail at ${RATE} lines/s, ${SECONDS} s: longest task`,
        value: Math.round(longest),
        unit: "ms",
        target: "<= 100",
        holds: longest <= 100,
      });
      printFigure({ name: "  tasks above 50 ms", value: tasks.length, unit: "" });
      printFigure({ name: "  frames, 95th percentile", value: percentile(frames, 0.95), unit: "ms" });
      printFigure({ name: "  longest frame", value: Math.max(...frames), unit: "ms" });
      printFigure({ name: "  notices of lines left out", value: skipped, unit: "" });
    });
  } finally {
    await service.remove();
  }
}

/** Runs in the page: tasks above 50 ms (Long Tasks, W3C) and the times between frames, in ms. */
function watch(milliseconds: number): Promise<{ tasks: number[]; frames: number[] }> {
  return new Promise((resolve) => {
    const tasks: number[] = [];
    const frames: number[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    });
    observer.observe({ type: "longtask" });
    const ended = performance.now() + milliseconds;
    let last = performance.now();
    const count = (now: number) => {
      frames.push(now - last);
      last = now;
      if (now < ended) {
        requestAnimationFrame(count);
        return;
      }
      observer.disconnect();
      resolve({ tasks, frames });
    };
    requestAnimationFrame(count);
  });
}
