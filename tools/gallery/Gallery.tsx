import { type ReactNode, useState } from "react";
import { RadioGroup } from "../../src/ui/form/RadioGroup.tsx";
import { ToastRegion } from "../../src/ui/overlay/ToastRegion.tsx";
import { Actions } from "./sections/Actions.tsx";
import { Choices } from "./sections/Choices.tsx";
import { Colours } from "./sections/Colours.tsx";
import { Disclosing } from "./sections/Disclosing.tsx";
import { Fields } from "./sections/Fields.tsx";
import { Messages } from "./sections/Messages.tsx";
import { Overlays } from "./sections/Overlays.tsx";
import { Sheets } from "./sections/Sheets.tsx";
import { Slides } from "./sections/Slides.tsx";
import { Tables } from "./sections/Tables.tsx";
import { Threads } from "./sections/Threads.tsx";
import { Typography } from "./sections/Typography.tsx";
import { Values } from "./sections/Values.tsx";
import { Waiting } from "./sections/Waiting.tsx";

const SECTIONS: readonly [id: string, title: string, content: ReactNode][] = [
  ["colours", "Colours", <Colours key="colours" />],
  ["type", "Type", <Typography key="type" />],
  ["values", "Space, shape, motion", <Values key="values" />],
  ["threads", "Threads", <Threads key="threads" />],
  ["actions", "Buttons and links", <Actions key="actions" />],
  ["fields", "Fields", <Fields key="fields" />],
  ["choices", "Choices", <Choices key="choices" />],
  ["sheets", "Cards and facts", <Sheets key="sheets" />],
  ["tables", "Tables and prose", <Tables key="tables" />],
  ["disclosing", "Accordion and disclosure", <Disclosing key="disclosing" />],
  ["slides", "Carousel", <Slides key="slides" />],
  ["messages", "Banner, toast, empty state", <Messages key="messages" />],
  ["waiting", "Progress and waiting", <Waiting key="waiting" />],
  ["overlays", "Dialog and drawer", <Overlays key="overlays" />],
];

const THEMES = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;
type Theme = (typeof THEMES)[number]["value"];

/** Every primitive in every state. Sections have addresses: `/_dev/ui#fields`. */
export function Gallery() {
  const [theme, setTheme] = useState<Theme>("system");
  const choose = (next: Theme) => {
    if (next === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    setTheme(next);
  };
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <div className="page grid gap-x-14 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <header className="gallery-nav py-8 lg:py-12">
          <p className="font-display text-xl font-semibold">Design system</p>
          <RadioGroup
            legend="Theme"
            look="segments"
            options={THEMES}
            value={theme}
            onChange={choose}
            className="mt-5"
          />
          <nav aria-label="Sections" className="mt-5 max-lg:hidden">
            <ul>
              {SECTIONS.map(([id, title]) => (
                <li key={id}>
                  <a href={`#${id}`} className="inline-flex min-h-11 items-center hover:underline">
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </header>
        <main id="main" tabIndex={-1} className="min-w-0 pt-12 pb-24">
          <h1>Parts of the academy</h1>
          <p className="mt-4 max-w-[42rem] text-lg text-muted">
            What every page is made of, in every state. Hover and focus show themselves under the pointer and
            the Tab key.
          </p>
          {SECTIONS.map(([id, title, content]) => (
            <section
              key={id}
              id={id}
              aria-labelledby={`${id}-title`}
              className="mt-section scroll-mt-6 border-t border-line pt-8"
            >
              <h2 id={`${id}-title`} className="mb-8">
                {title}
              </h2>
              {content}
            </section>
          ))}
        </main>
      </div>
      <ToastRegion />
    </>
  );
}
