import { readFileSync } from "node:fs";
import { join } from "node:path";
import { render } from "@testing-library/react";
import { useState } from "react";
import { parse } from "yaml";
import type { Lab } from "../../src/features/labs/defineLab.tsx";

/** The data of a lab as its author wrote it. */
export function labData(name: string): unknown {
  return parse(readFileSync(join(import.meta.dirname, "../../content/labs", name, "data.yaml"), "utf8"));
}

type Props = { lab: Lab; data: unknown; stored: string; onStore: (stored: string) => void };

function LabPage({ lab: Content, data, stored, onStore }: Props) {
  const [value, setValue] = useState(stored);
  return (
    <Content
      data={data}
      stored={value}
      onChange={(next) => {
        setValue(next);
        onStore(next);
      }}
    />
  );
}

/** Shows a lab as its page does, with a state stored earlier. `last` returns the state that it stored last. */
export function openLab(lab: Lab, data: unknown, stored = ""): { last: () => string; leave: () => void } {
  let latest = stored;
  const store = (next: string) => {
    latest = next;
  };
  const { unmount } = render(<LabPage lab={lab} data={data} stored={stored} onStore={store} />);
  return { last: () => latest, leave: unmount };
}
