import { Mark } from "../../../src/ui/pattern/Mark.tsx";
import { modulePattern } from "../../../src/ui/pattern/modulePattern.ts";
import { ThreadPattern } from "../../../src/ui/pattern/ThreadPattern.tsx";
import { Specimen } from "../Specimen.tsx";

const WEAVES = ["open", "plait", "cord", "twill"] as const;

export function Threads() {
  return (
    <>
      <Specimen title="Mark">
        <Mark className="size-16" />
      </Specimen>
      <Specimen
        title="One pattern per module"
        note="Each has its own way of weaving and a colour that leads."
      >
        <ul className="grid gap-6 sm:grid-cols-2">
          {["1", "2", "3", "4"].map((id) => (
            <li key={id}>
              <ThreadPattern {...modulePattern(id)} className="h-36 w-full rounded-card" />
              <p className="mt-2 text-muted">Module {id}</p>
            </li>
          ))}
        </ul>
      </Specimen>
      <Specimen title="Weaves, all colours">
        <ul className="flex flex-col gap-5">
          {WEAVES.map((weave) => (
            <li key={weave}>
              <ThreadPattern
                seed="gallery"
                weave={weave}
                lanes={4}
                steps={24}
                className="h-24 w-full rounded-card"
              />
              <p className="mt-1 text-muted">{weave}</p>
            </li>
          ))}
        </ul>
      </Specimen>
      <Specimen title="Band">
        <ThreadPattern seed="footer" lanes={3} steps={40} className="h-10 w-full" />
      </Specimen>
    </>
  );
}
