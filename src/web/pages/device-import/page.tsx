import { useMutation, useQueryClient } from "@tanstack/react-query";
import { createLazyRoute } from "@tanstack/react-router";
import { lazy, Suspense, useMemo, useState } from "react";
import { devicesQuery, forgetDevices, sitesQuery } from "../../api/inventory";
import { newUuid } from "../../api/new-uuid";
import { PageHead } from "../../components/page-head/page-head";
import { Loading } from "../../components/states/loading";
import { placeName } from "../../format/device";
import { useUnsavedChanges } from "../../components/form/unsaved-changes";
import { importDevices, readVerdicts, type Mode, planQuery } from "./api";
import { createDhcpRangeFinder } from "./dhcp-ranges";
import { readCsv, type CsvTable } from "./csv";
import { FileStep } from "./file-step";
import { ImportStep } from "./import-step";
import { guessMapping, toImportCsv, type Mapping } from "./mapping";
import { MappingStep } from "./mapping-step";
import { Steps, type Step } from "./steps";
import { toVerdicts } from "./verdicts";

const CheckStep = lazy(() => import("./check-step").then((module) => ({ default: module.CheckStep })));

/** Devices out of a file, in four steps; going back keeps everything, and nothing is written before the last. */
function ImportPage() {
  const [step, setStep] = useState<Step>(0);
  const [text, setText] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const [table, setTable] = useState<CsvTable>({ header: [], records: [] });
  const [mapping, setMapping] = useState<Mapping>([]);
  const [mode, setMode] = useState<Mode>("upsert");
  const [importId, setImportId] = useState("");
  const queries = useQueryClient();
  const check = useCheck({ table, mapping, mode, onDone: () => setStep(2) });
  const run = useMutation({
    mutationFn: (id: string) =>
      importDevices(toImportCsv(table, mapping), { mode, isDryRun: false, importId: id }),
    gcTime: 0,
    onSettled: () => forgetDevices(queries),
  });
  const read = async () => {
    const faultOrTable = await tryToRead(text);
    if (typeof faultOrTable === "string") return setFault(faultOrTable);
    // The same columns as before keep what was chosen for them.
    if (faultOrTable.header.join("\n") !== table.header.join("\n"))
      setMapping(guessMapping(faultOrTable.header));
    setTable(faultOrTable);
    setStep(1);
  };
  const apply = () => {
    const id = newUuid();
    setImportId(id);
    setStep(3);
    run.mutate(id);
  };
  const startAgain = () => {
    setText("");
    setTable({ header: [], records: [] });
    setStep(0);
  };
  useUnsavedChanges(() => text.trim() !== "" && !run.isSuccess);
  return (
    <>
      <PageHead title="Import devices" meta={<Steps present={step} />} />
      {step === 0 && (
        <FileStep
          text={text}
          fault={fault}
          onText={(next) => {
            setText(next);
            setFault(null);
          }}
          onNext={() => void read()}
        />
      )}
      {step === 1 && (
        <MappingStep
          table={table}
          mapping={mapping}
          onMapping={setMapping}
          mode={mode}
          onMode={setMode}
          isBusy={check.isPending}
          error={check.error}
          onBack={() => setStep(0)}
          onNext={() => check.mutate()}
        />
      )}
      {step === 2 && check.isPending && <Loading what="the verdicts" rows={8} />}
      {step === 2 && check.data !== undefined && (
        <Suspense fallback={<Loading what="the verdicts" rows={8} />}>
          <CheckStep
            result={check.data.result}
            verdicts={check.data.verdicts}
            // What went wrong with it stands there.
            onCheckAgain={() => check.mutate(undefined, { onError: () => setStep(1) })}
            onBack={() => setStep(1)}
            onEdit={() => setStep(0)}
            onApply={apply}
          />
        </Suspense>
      )}
      {step === 3 && (
        <ImportStep
          importId={importId}
          isRunning={run.isPending}
          result={run.data}
          error={run.error}
          onBack={() => setStep(2)}
          onAgain={startAgain}
        />
      )}
    </>
  );
}

async function tryToRead(text: string): Promise<CsvTable | string> {
  if (text.trim() === "") return "Choose a file, or paste at least a row of headings and one of values";
  try {
    const table = await readCsv(text);
    return table.records.length === 0 ? "There is only a row of headings: rows of values are missing" : table;
  } catch (error) {
    return `This is not CSV: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** The dry run, and what it means for each row. */
function useCheck(options: { table: CsvTable; mapping: Mapping; mode: Mode; onDone: () => void }) {
  const { table, mapping, mode, onDone } = options;
  const queries = useQueryClient();
  const csv = useMemo(() => toImportCsv(table, mapping), [table, mapping]);
  return useMutation({
    async mutationFn() {
      const importId = newUuid();
      const [result, devices, sites, subnets] = await Promise.all([
        importDevices(csv, { mode, isDryRun: true, importId }),
        queries.fetchQuery(devicesQuery()),
        queries.fetchQuery(sitesQuery()),
        queries.fetchQuery(planQuery()),
      ]);
      const verdicts = toVerdicts(await readVerdicts(importId, result), {
        table,
        mapping,
        devices: new Map(devices.map((device) => [device.id, device])),
        siteNames: new Map(sites.map((site) => [site.id, placeName(site)])),
        dhcpRangeOf: createDhcpRangeFinder(subnets),
      });
      return { result, verdicts };
    },
    gcTime: 0,
    onSuccess: onDone,
  });
}

export const Route = createLazyRoute("/shell/inventory/import")({ component: ImportPage });
