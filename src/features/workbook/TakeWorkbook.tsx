import { Download, Printer } from "lucide-react";
import { Button } from "../../ui/Button.tsx";
import { type WorkbookPage, workbookText } from "./workbookPages.ts";

type Props = { pages: readonly WorkbookPage[]; answerTo: (fieldId: string) => string };

/** On paper or as a PDF by the browser's own print, which knows every script; or as a plain text file. */
export function TakeWorkbook({ pages, answerTo }: Props) {
  function download(): void {
    const text = new Blob([workbookText(pages, answerTo)], { type: "text/plain;charset=utf-8" });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(text);
    link.download = "my-workbook.txt";
    link.click();
    URL.revokeObjectURL(link.href);
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
