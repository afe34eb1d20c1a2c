import { RequestFailure } from "../../../api/request-failure";
import { asError } from "../../../components/states/as-error";
import { createStore } from "../../../store";

/** Something that was done on the map, and how it is taken back and done again. */
export type Step = {
  /** "moving sw-1": after "Undo" and "Redo". */
  what: string;
  undo: () => void | Promise<void>;
  redo: () => void | Promise<void>;
};

type Way = "undo" | "redo";
type Steps = { undo: readonly Step[]; redo: readonly Step[] };

export type MapHistory = ReturnType<typeof createHistory>;

/** More are not kept. */
const MAX_STEPS = 100;
const OPPOSITE = { undo: "redo", redo: "undo" } as const;

/**
 * What was done on the map since the page was opened, in this tab. One step is taken back at a time. A step that the
 * service refuses is forgotten, as it would be refused again; where the service was not reached it stays.
 */
export function createHistory(tellError: (text: string) => void) {
  const steps = createStore<Steps>({ undo: [], redo: [] });
  let isBusy = false;
  const go = async (way: Way): Promise<void> => {
    const step = steps.get()[way].at(-1);
    if (step === undefined || isBusy) return;
    isBusy = true;
    try {
      await step[way]();
      steps.set(moved(steps.get(), step, way));
    } catch (thrown) {
      const error = asError(thrown);
      if (!mayPass(error)) steps.set(without(steps.get(), step));
      tellError(`Cannot ${way} ${step.what}: ${error.message}`);
    } finally {
      isBusy = false;
    }
  };
  return {
    use: steps.use,
    /** Whatever was taken back before can no longer be done again. */
    add: (step: Step) => steps.set({ undo: [...steps.get().undo, step].slice(-MAX_STEPS), redo: [] }),
    undo: () => go("undo"),
    redo: () => go("redo"),
  };
}

function moved(steps: Steps, step: Step, way: Way): Steps {
  const rest = without(steps, step);
  const other = OPPOSITE[way];
  return { ...rest, [other]: [...rest[other], step] };
}

function without({ undo, redo }: Steps, step: Step): Steps {
  return { undo: undo.filter((other) => other !== step), redo: redo.filter((other) => other !== step) };
}

function mayPass(error: Error): boolean {
  return (
    error instanceof RequestFailure && (error.status === 0 || error.status === 429 || error.status >= 500)
  );
}
