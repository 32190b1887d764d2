import type { Note, NoteVersion } from "../../domain/notes.ts";
import { Button } from "../../ui/Button.tsx";
import { Disclosure } from "../../ui/Disclosure.tsx";
import { writtenAt } from "./noteWords.ts";

type Props = { note: Note; onUse: ((version: NoteVersion) => void) | null };

/** Earlier versions of a note from any device, including edits that lost a conflict. */
export function EarlierVersions({ note: { current, earlier }, onUse }: Props) {
  const others = earlier.filter(({ body, deleted }) => !deleted && body !== "" && body !== current.body);
  if (others.length === 0) return null;
  return (
    <Disclosure summary={`Earlier versions (${others.length})`} className="max-w-prose print:hidden">
      <ul className="flex flex-col gap-4">
        {others.map((version) => (
          <li key={version.opId} className="flex flex-col items-start gap-2">
            <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
              {version.body}
            </p>
            <p className="text-base text-muted">{writtenAt(version)}</p>
            {onUse && (
              <Button variant="secondary" onClick={() => onUse(version)}>
                Use this version again<span className="sr-only">, of {writtenAt(version)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
