import { Download, Printer } from "lucide-react";
import { saveFile } from "../../platform/saveFile.ts";
import { Button } from "../../ui/Button.tsx";
import type { LessonGroup } from "./notesByLesson.ts";
import { notesMarkdown } from "./notesMarkdown.ts";

/** Exports the notes as a Markdown file or through the browser's print dialog. */
export function TakeNotes({ groups }: { groups: readonly LessonGroup[] }) {
  const download = () =>
    saveFile({ name: "my-notes.md", type: "text/markdown;charset=utf-8", text: notesMarkdown(groups) });
  return (
    <div className="flex flex-wrap gap-3 print:hidden">
      <Button onClick={download}>
        <Download aria-hidden="true" className="size-5" />
        Download as Markdown
      </Button>
      <Button variant="secondary" onClick={() => window.print()}>
        <Printer aria-hidden="true" className="size-5" />
        Print or save as PDF
      </Button>
    </div>
  );
}
