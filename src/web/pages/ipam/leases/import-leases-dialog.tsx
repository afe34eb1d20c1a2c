import { Button, Checkbox, FileButton, NativeSelect, Stack, Textarea, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "../../../components/dialog/dialog";
import { DialogActions } from "../../../components/dialog/dialog-actions";
import { FormBody, useSubmitForm } from "../../../components/form/submit-form";
import { required } from "../../../components/form/rules";
import { SimpleTable, type SimpleColumn } from "../../../components/simple-table/simple-table";
import { textOf } from "../../../format/file-text";
import { formatCount, formatNumber } from "../../../format/number";
import { renewIpam } from "../api";
import { importLeases, LEASE_FORMATS, type LeaseImport } from "./api";

const FORMATS = [{ value: "", label: "Find it out" }, ...LEASE_FORMATS];

/** Takes the lease file of a DHCP server, and says line by line what it could not read. */
export function ImportLeasesDialog({ onClose }: { onClose: () => void }) {
  const [result, setResult] = useState<LeaseImport | null>(null);
  return result === null ? (
    <FileDialog onDone={setResult} onClose={onClose} />
  ) : (
    <ResultDialog result={result} onClose={onClose} />
  );
}

function FileDialog({ onDone, onClose }: { onDone: (result: LeaseImport) => void; onClose: () => void }) {
  const queries = useQueryClient();
  const form = useSubmitForm({
    initialValues: { content: "", source: "import", format: "", isWhole: true, utc_offset: "" },
    validate: { content: required("The file"), utc_offset: offsetRule },
    submit: ({ content, source, format, isWhole, utc_offset: utcOffset }) =>
      importLeases({
        content,
        source,
        format: LEASE_FORMATS.find(({ value }) => value === format)?.value,
        isWhole,
        utcOffset: utcOffset.trim(),
      }),
    onDone: (result) => {
      void renewIpam(queries);
      onDone(result);
    },
  });
  const { fields } = form;
  const take = async (file: File | null) => {
    if (file === null) return;
    // A name that a person has chosen stays.
    const isUnnamed = fields.getValues().source === "import";
    const text = await textOf(file);
    fields.setFieldValue("content", text);
    // Of an export each lease keeps the source that it has there.
    if (isUnnamed) fields.setFieldValue("source", isOwnExport(text) ? "" : file.name.slice(0, 120));
  };
  return (
    <Dialog title="Import leases" isOpen onClose={onClose} width={640}>
      <FormBody form={form} label="Import leases">
        <div>
          <FileButton onChange={(file) => void take(file)}>
            {(props) => (
              <Button {...props} size="xs" variant="default">
                Choose a file
              </Button>
            )}
          </FileButton>
        </div>
        <Textarea
          label="Or paste what is in it"
          description="ISC dhcpd, dnsmasq, Kea, Windows, MikroTik, OPNsense or pfSense, or an export of leases from here"
          rows={8}
          styles={{
            input: {
              fontFamily: "var(--mantine-font-family-monospace)",
              fontSize: 12,
            },
          }}
          key={fields.key("content")}
          {...fields.getInputProps("content")}
        />
        <TextInput
          label="Source"
          description="The DHCP server: an import replaces the leases of its source, and nothing takes that back. Empty for an export from here: each lease keeps its own"
          maxLength={120}
          key={fields.key("source")}
          {...fields.getInputProps("source")}
        />
        <NativeSelect
          label="Format"
          data={FORMATS}
          key={fields.key("format")}
          {...fields.getInputProps("format")}
        />
        <TextInput
          label="UTC offset of its times"
          description="For files of Windows, OPNsense and pfSense, whose times name no zone; empty: UTC"
          placeholder="+01:00"
          maxLength={6}
          key={fields.key("utc_offset")}
          {...fields.getInputProps("utc_offset")}
        />
        <Checkbox
          label="The file has all leases of its source: end those that it does not list"
          key={fields.key("isWhole")}
          {...fields.getInputProps("isWhole", { type: "checkbox" })}
        />
        <DialogActions isBusy={form.isBusy} onCancel={onClose}>
          Import leases
        </DialogActions>
      </FormBody>
    </Dialog>
  );
}

/** By the names of its columns or fields. */
function isOwnExport(text: string): boolean {
  return /\bimported_at\b/.test(text.slice(0, 4096));
}

function offsetRule(text: string): string | null {
  return /^(?:[+-]\d{2}:\d{2}|Z)?$/.test(text.trim()) ? null : "Hours and minutes, such as +01:00 or -03:30";
}

type LineFault = LeaseImport["errors"][number];

const FAULT_COLUMNS: readonly SimpleColumn<LineFault>[] = [
  {
    id: "line",
    label: "Line",
    align: "right",
    cell: ({ line }) => formatNumber(line),
  },
  {
    id: "message",
    label: "Why it was not read",
    cell: ({ message }) => message,
  },
];

function ResultDialog({ result, onClose }: { result: LeaseImport; onClose: () => void }) {
  const {
    total,
    imported,
    updated,
    unchanged,
    closed,
    skipped,
    errors,
    error_count: faults,
    source,
  } = result;
  const format = LEASE_FORMATS.find(({ value }) => value === result.format)?.label ?? result.format;
  const counts = [
    { count: imported, what: "new" },
    { count: updated, what: "changed" },
    { count: unchanged, what: "as before" },
    { count: closed, what: "ended" },
    { count: skipped, what: "left out: given back, or delegated prefixes" },
  ].filter(({ count }) => count > 0);
  return (
    <Dialog title="Leases imported" isOpen onClose={onClose} width={640}>
      <Stack gap="lg">
        <p>
          {formatCount(total, ["lease", "leases"])} read as {format}, from “{source}”.
        </p>
        <ul style={{ margin: 0 }}>
          {counts.map(({ count, what }) => (
            <li key={what}>
              {formatNumber(count)} {what}
            </li>
          ))}
        </ul>
        {faults > 0 && (
          <>
            <p>
              {formatCount(faults, ["line", "lines"])} could not be read
              {faults > errors.length && `; the first ${formatNumber(errors.length)}:`}
            </p>
            <SimpleTable
              label="Lines that could not be read"
              columns={FAULT_COLUMNS}
              rows={errors}
              rowId={({ line }) => line}
            />
          </>
        )}
        <DialogActions onAct={onClose} focused="act">
          Done
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
