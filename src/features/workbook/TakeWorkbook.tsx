import { Download, Printer } from "lucide-react";
import { saveFile } from "../../platform/saveFile.ts";
import { Button } from "../../ui/Button.tsx";
import { type WorkbookPage, workbookText } from "./workbookPages.ts";

type Props = { pages: readonly WorkbookPage[]; answerTo: (fieldId: string) => string };

/** Exports the workbook as a plain text file, or through the browser's print dialog, which supports every script. */
export function TakeWorkbook({ pages, answerTo }: Props) {
  function download(): void {
    const text = workbookText(pages, answerTo);
    saveFile({ name: "my-workbook.txt", type: "text/plain;charset=utf-8", text });
  }

  return (
    <div className="flex flex-wrap gap-3">
      <Button onClick={() => window.print()}>
        <Printer aria-hidden="true" className="size-5" />
        Print or save as PDF
      </Button>
      <Button variant="secondary" onClick={download}>
        <Download aria-hidden="true" className="size-5" />
        Download as text
      </Button>
    </div>
  );
}
