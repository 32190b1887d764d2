import { Download } from "lucide-react";
import { useState } from "react";
import type { DataExport } from "../../../domain/privacy.ts";
import { saveFile } from "../../../platform/device/saveFile.ts";
import { Button } from "../../../ui/Button.tsx";
import { exportMyData } from "../api.ts";
import { FormMessage } from "../FormMessage.tsx";
import { readableCopy } from "./readableCopy.ts";

const OFFLINE =
  "You are offline. The copy is created from the data on our servers, so you need a connection to download it.";
const BROKEN = "The copy could not be created. Please try again in a moment.";
const NAME = "my-academy-data";

const FORMS = {
  page: {
    label: "Download as a web page (HTML)",
    save: (copy: DataExport) =>
      saveFile({ name: `${NAME}.html`, type: "text/html", text: readableCopy(copy) }),
  },
  json: {
    label: "Download for other programs (JSON)",
    save: (copy: DataExport) =>
      saveFile({ name: `${NAME}.json`, type: "application/json", text: JSON.stringify(copy, null, 2) }),
  },
};
type Form = keyof typeof FORMS;

/**
 * Exports everything that the server stores about the learner, as a page or as JSON. The page is created on the device.
 */
export function ExportData() {
  const [busy, setBusy] = useState<Form | null>(null);
  const [failure, setFailure] = useState<string | undefined>();
  const download = async (form: Form) => {
    setBusy(form);
    setFailure(undefined);
    const reply = await exportMyData();
    setBusy(null);
    if (reply.ok) FORMS[form].save(reply.data);
    else setFailure(reply.message ?? (reply.kind === "offline" ? OFFLINE : BROKEN));
  };
  return (
    <div className="flex flex-col gap-4">
      <h3>Download my data</h3>
      <p>
        Your account, orders, lessons, quizzes, workbook, notes, certificates, messages and emails. Changes on
        this device that have not been sent yet are not included.
      </p>
      <div className="flex flex-wrap gap-3">
        {(["page", "json"] as const).map((form) => (
          <Button
            key={form}
            variant="secondary"
            busy={busy === form}
            disabled={busy !== null}
            onClick={() => download(form)}
          >
            {busy !== form && <Download aria-hidden="true" className="size-5" />}
            {FORMS[form].label}
          </Button>
        ))}
      </div>
      <FormMessage failure={failure} />
    </div>
  );
}
