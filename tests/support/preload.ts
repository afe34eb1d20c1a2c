import { afterAll } from "bun:test";
import { endRun } from "./run-end";

afterAll(endRun, 60_000);
