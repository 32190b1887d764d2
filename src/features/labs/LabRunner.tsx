import { lazyPart } from "../../ui/page/lazyPart.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { type Lab, type LabProps, NewerLab } from "./defineLab.tsx";

const FOLDER = /^\.\/(.+)\/Lab\.tsx$/;

/** Every folder beside this file is a lab, or the end of a task or topic. Each is loaded only on its own pages. */
const LABS = new Map(
  Object.entries(import.meta.glob<{ default: Lab }>("./*/Lab.tsx")).map(([path, load]) => [
    FOLDER.exec(path)?.[1],
    lazyPart(load, { fallback: <Spinner label="Starting the lab…" /> }),
  ]),
);

/** Runs the lab of this name. */
export default function LabRunner({ name, ...lab }: LabProps & { name: string }) {
  const Named = LABS.get(name);
  return Named ? <Named {...lab} /> : <NewerLab />;
}
